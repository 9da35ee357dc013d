#include "hostile/hostile_world.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <utility>

namespace mux::test {

namespace {

/// Does nothing with its arguments, which the compiler cannot prove.
constexpr const char *source = R"(
kernel void idle(global int *out, int value, local int *scratch) {
  if (value == 0x600d) {
    scratch[0] = value;
    out[0] = scratch[0];
  }
}
kernel void plain(int value) {}
)";

void ignore_callback(mux_queue_t, mux_command_buffer_t, void *const) {}

}  // namespace

HostileWorld::HostileWorld(uint32_t seed)
    : random_(seed), broken_objects_(device->id), host_(host_size) {
  binary = compile(source);
  object = compile(source, nullptr, mux_compile_output_object);
  devices = {device, device, device, other_.device};
  queues = {queue, queue, queue, other_.queue};

  for (const size_t size : {size_t{4096}, size_t{63}}) {
    memories.push_back(make_memory(size));
  }
  mux_memory_t device_local = nullptr;
  REQUIRE(muxAllocateMemory(device, 4096, 1, mux_memory_property_device_local,
                            mux_allocation_type_alloc_device, 0, allocator,
                            &device_local) == mux_success);
  at_end([=, this] { muxFreeMemory(device, device_local, allocator); });
  memories.push_back(device_local);

  for (const size_t size : {buffer_size, buffer_size, size_t{16}}) {
    buffers.push_back(make_buffer(size).buffer);
  }
  mux_buffer_t unbound = nullptr;
  REQUIRE(muxCreateBuffer(device, buffer_size, allocator, &unbound) == mux_success);
  at_end([=, this] { muxDestroyBuffer(device, unbound, allocator); });
  buffers.push_back(unbound);
  buffers.push_back(other_.make_buffer(buffer_size).buffer);

  const auto make_image = [&](mux_image_type_e type, uint32_t height, uint32_t depth) {
    mux_image_t image = nullptr;
    if (muxCreateImage(device, type, mux_image_format_R8G8B8A8_unorm, 8, height, depth, 0, 0, 0,
                       allocator, &image) == mux_success) {
      at_end([=, this] { muxDestroyImage(device, image, allocator); });
      mux_memory_t memory = make_memory(image->memory_requirements.size);
      REQUIRE(muxBindImageMemory(device, memory, image, 0) == mux_success);
      images.push_back(image);
    }
  };
  if (device->info->image_support) {
    make_image(mux_image_type_1d, 1, 1);
    make_image(mux_image_type_2d, 8, 1);
    make_image(mux_image_type_2d, 4, 1);
    make_image(mux_image_type_3d, 4, 2);
  }

  command_buffers = {make_command_buffer(), make_command_buffer()};
  empty_ = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(empty_) == mux_success);
  command_buffers.push_back(command_buffers[0]);
  command_buffers.push_back(command_buffers[0]);
  command_buffers.push_back(other_.command_buffer);
  for (int i = 0; i < 3; ++i) {
    semaphores.push_back(make_semaphore());
    fences.push_back(make_fence());
  }
  semaphores.push_back(other_.make_semaphore());
  fences.push_back(other_.make_fence());
  executables = {load(binary), other_.load(binary)};
  kernels = {make_kernel(executables[0], "idle"), make_kernel(executables[0], "idle"),
             make_kernel(executables[0], "plain"), other_.make_kernel(executables[1], "idle")};
  // The finalized one has a kernel whose descriptors can be updated.
  Arguments arguments;
  arguments.descriptors = valid_descriptors();
  REQUIRE(record(command_buffers[1], kernels[0], arguments, Range::linear(4, 2)) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffers[1]) == mux_success);
  mux_query_pool_t query_pool = nullptr;
  if (muxCreateQueryPool(queue, mux_query_type_duration, 4, nullptr, allocator, &query_pool) ==
      mux_success) {
    at_end([=, this] { muxDestroyQueryPool(queue, query_pool, allocator); });
    query_pools.push_back(query_pool);
  }
  sampler_.address_mode = mux_address_mode_clamp;
  turn_the_page();
}

HostileWorld::~HostileWorld() {
  counter.succeed();
  signal_everything();
  clean_up();
}

uint64_t HostileWorld::number() {
  switch (below(8)) {
    case 0:
      return 0;
    case 1:
    case 2:
      return below(16);
    case 3:
      return below(8) * 32;
    case 4:
      return buffer_size + below(3) - 1;
    case 5:
      return (uint64_t{1} << below(64)) - below(2);
    case 6:
      return ~uint64_t{0} - below(300);
    default:
      return below(buffer_size);
  }
}

mux_allocator_info_t HostileWorld::any_allocator() {
  if (!once_in(8)) {
    return allocator;
  }
  const auto invalid = invalid_allocators(allocator);
  return invalid[below(static_cast<uint32_t>(invalid.size()))];
}

const mux_sync_point_t *HostileWorld::any_wait_list() {
  if (once_in(2)) {
    return nullptr;
  }
  wait_list_.clear();
  const auto any_of = [this](const std::vector<mux_sync_point_t> &list) {
    return list[below(static_cast<uint32_t>(list.size()))];
  };
  for (uint32_t i = 0; i < list_length; ++i) {
    wait_list_.push_back(once_in(12)   ? invalid<mux_sync_point_t>()
                         : once_in(12) ? any_of(old_sync_points)
                                       : any_of(sync_points));
  }
  return wait_list_.data();
}

const mux_semaphore_t *HostileWorld::any_semaphores() {
  if (once_in(2)) {
    return nullptr;
  }
  semaphore_list_.clear();
  for (uint32_t i = 0; i < list_length; ++i) {
    semaphore_list_.push_back(once_in(12) ? invalid<mux_semaphore_t>() : any_semaphore());
  }
  return semaphore_list_.data();
}

mux_offset_3d_t HostileWorld::any_offset() {
  const auto axis = [&] { return once_in(8) ? number32() : below(3); };
  return {axis(), axis(), axis()};
}

mux_extent_3d_t HostileWorld::any_extent() {
  const auto axis = [&]() -> size_t { return once_in(8) ? number() : 1 + below(3); };
  return {axis(), axis(), axis()};
}

std::vector<mux_buffer_region_info_t> HostileWorld::any_regions(bool source_on_host,
                                                                bool destination_on_host) {
  std::vector<mux_buffer_region_info_t> regions(1 + below(3));
  const auto axis = [&](uint32_t few) -> size_t { return once_in(24) ? number() : below(few); };
  const auto origin = [&](bool on_host) -> mux_extent_3d_t {
    return on_host ? mux_extent_3d_t{below(8), below(4), below(3)}
                   : mux_extent_3d_t{axis(8), axis(4), axis(3)};
  };
  const auto desc = [&](bool on_host) -> mux_extent_2d_t {
    return on_host ? mux_extent_2d_t{below(12), below(80)} : mux_extent_2d_t{axis(12), axis(80)};
  };
  for (mux_buffer_region_info_t &info : regions) {
    info.region = {axis(6), axis(4), axis(3)};
    info.src_origin = origin(source_on_host);
    info.dst_origin = origin(destination_on_host);
    info.src_desc = desc(source_on_host);
    info.dst_desc = desc(destination_on_host);
  }
  return regions;
}

mux_descriptor_info_t HostileWorld::any_descriptor() {
  mux_descriptor_info_t descriptor{};
  descriptor.type = once_in(10) ? number32() : below(mux_descriptor_info_type_custom_buffer + 1);
  switch (descriptor.type) {
    case mux_descriptor_info_type_buffer:
      descriptor.buffer_descriptor = {any_buffer(), once_in(2) ? 0 : number()};
      break;
    case mux_descriptor_info_type_image:
      descriptor.image_descriptor = {any_image()};
      break;
    case mux_descriptor_info_type_sampler:
      descriptor.sampler_descriptor = {sampler_};
      break;
    case mux_descriptor_info_type_plain_old_data:
      descriptor.plain_old_data_descriptor = {any_host(), below(12)};
      break;
    case mux_descriptor_info_type_shared_local_buffer:
      descriptor.shared_local_buffer_descriptor = {static_cast<size_t>(number())};
      break;
    case mux_descriptor_info_type_custom_buffer:
      descriptor.custom_buffer_descriptor = {any_host(), below(12), number32()};
      break;
    default:
      break;
  }
  return descriptor;
}

std::vector<mux_descriptor_info_t> HostileWorld::valid_descriptors() const {
  static const int32_t value = 7;
  std::vector<mux_descriptor_info_t> descriptors(3);
  descriptors[0].type = mux_descriptor_info_type_buffer;
  descriptors[0].buffer_descriptor = {buffers[0], 0};
  descriptors[1].type = mux_descriptor_info_type_plain_old_data;
  descriptors[1].plain_old_data_descriptor = {&value, sizeof(value)};
  descriptors[2].type = mux_descriptor_info_type_shared_local_buffer;
  descriptors[2].shared_local_buffer_descriptor = {64};
  return descriptors;
}

std::vector<mux_descriptor_info_t> HostileWorld::any_descriptors() {
  std::vector<mux_descriptor_info_t> descriptors = valid_descriptors();
  if (once_in(2)) {
    descriptors[below(3)] = any_descriptor();
  }
  if (once_in(8)) {
    descriptors.push_back(any_descriptor());
  }
  if (once_in(8)) {
    descriptors.resize(below(3));
  }
  return descriptors;
}

void HostileWorld::signal_everything() {
  // Dispatches that wait for unsignaled semaphores are still in flight.
  std::vector<mux_semaphore_t> own(semaphores.begin(), semaphores.end() - 1);
  CHECK(muxDispatch(queue, empty_, nullptr, nullptr, 0, own.data(),
                    static_cast<uint32_t>(own.size()), nullptr, nullptr) == mux_success);
  CHECK(muxWaitAll(queue) == mux_success);
  for (mux_semaphore_t semaphore : own) {
    CHECK(muxResetSemaphore(semaphore) == mux_success);
  }
}

mux_result_t HostileWorld::turn_the_page() {
  signal_everything();
  mux_command_buffer_t recording = command_buffers[0];
  mux_result_t result = mux_success;
  if (!must_not_run && muxFinalizeCommandBuffer(recording) == mux_success) {
    result = dispatch_and_wait(recording);
  }
  CHECK(muxResetCommandBuffer(recording) == mux_success);
  must_not_run = false;
  if (!sync_points.empty()) {
    old_sync_points = std::exchange(sync_points, {});
  }
  for (int i = 0; i < 2; ++i) {
    mux_sync_point_t sync_point = nullptr;
    REQUIRE(muxCommandUserCallback(recording, ignore_callback, nullptr, 0, nullptr, &sync_point) ==
            mux_success);
    sync_points.push_back(sync_point);
  }
  return result;
}

}  // namespace mux::test
