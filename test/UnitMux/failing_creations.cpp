// Failing allocations of entry points that create objects.

#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "failing_allocations.h"

namespace mux::test::failing_creations {

using namespace failing_allocations;

namespace {

/// Creates an object; destroying it must free everything.
template <class Handle>
void fails_to_create(DeviceFixture &fixture, const std::function<mux_result_t(Handle *)> &create,
                     void (*destroy)(mux_device_t, Handle, mux_allocator_info_t)) {
  const int64_t live = fixture.counter.live();
  Handle handle = nullptr;
  fails_each_allocation(fixture.counter, [&] { return create(&handle); });
  REQUIRE(handle != nullptr);
  destroy(fixture.device, handle, fixture.allocator);
  CHECK(fixture.counter.live() == live);
}

constexpr const char *plain_source =
    "kernel void plain(global int *out, int value) { out[get_global_id(0)] = value; }";

}  // namespace

TEST_CASE("failing allocations: muxCreateDevices", "[failing_allocations][failing_creations]") {
  CountingAllocator counter;
  mux_device_info_t info = host_device_info();
  mux_device_info_t infos[2] = {info, info};
  mux_device_t devices[2] = {};
  fails_each_allocation(
      counter, [&] { return muxCreateDevices(2, infos, counter.info(), devices); }, 2);
  for (mux_device_t device : devices) {
    muxDestroyDevice(device, counter.info());
  }
  CHECK(counter.live() == 0);
}

TEST_CASE("failing allocations: muxLink", "[failing_allocations][failing_creations]") {
  CountingAllocator counter;
  const std::string object = compile(plain_source, nullptr, mux_compile_output_object);
  const void *binary = object.data();
  const uint64_t length = object.size();
  mux_link_info_t info{};
  info.binaries = &binary;
  info.binary_lengths = &length;
  info.binary_count = 1;
  mux_compilation_t compilation = nullptr;
  fails_each_allocation(counter, [&] { return muxLink(&info, counter.info(), &compilation); });
  muxDestroyCompilation(compilation, counter.info());
  CHECK(counter.live() == 0);
}

TEST_CASE("failing allocations: muxCompile", "[failing_allocations][failing_creations]") {
  CountingAllocator counter;
  mux_compile_info_t info{};
  info.source = plain_source;
  info.source_length = std::string_view(plain_source).size();
  mux_compilation_t compilation = nullptr;
  fails_each_allocation(counter, [&] { return muxCompile(&info, counter.info(), &compilation); });
  muxDestroyCompilation(compilation, counter.info());
  CHECK(counter.live() == 0);
}

TEST_CASE_METHOD(KernelFixture, "failing allocations: muxCreateExecutable",
                 "[failing_allocations][failing_creations]") {
  const std::string binary = compile(plain_source);
  fails_to_create<mux_executable_t>(
      *this,
      [&](mux_executable_t *out) {
        return muxCreateExecutable(device, binary.data(), binary.size(), allocator, out);
      },
      muxDestroyExecutable);
}

TEST_CASE_METHOD(KernelFixture, "failing allocations: muxCreateKernel",
                 "[failing_allocations][failing_creations]") {
  mux_executable_t executable = load(compile(plain_source));
  const std::function create = [&](mux_kernel_t *out) {
    return muxCreateKernel(device, executable, "plain", 5, allocator, out);
  };
  // State that the executable shares between kernels is allocated with the first one, and remains
  // after a failure.
  constexpr int64_t most_kept = 6;
  mux_kernel_t first = nullptr;
  fails_each_allocation(counter, [&] { return create(&first); }, 2, most_kept);
  muxDestroyKernel(device, first, allocator);
  fails_to_create<mux_kernel_t>(*this, create, muxDestroyKernel);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateBuiltInKernel",
                 "[failing_allocations][failing_creations]") {
  const std::string declarations = device->info->builtin_kernel_declarations;
  const std::string name = declarations.substr(0, declarations.find('('));
  REQUIRE_FALSE(name.empty());
  fails_to_create<mux_kernel_t>(
      *this,
      [&](mux_kernel_t *out) {
        return muxCreateBuiltInKernel(device, name.data(), name.size(), allocator, out);
      },
      muxDestroyKernel);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxAllocateMemory",
                 "[failing_allocations][failing_creations]") {
  // Small memory is from the allocator, large memory from the operating system.
  for (const size_t size : {size_t{100}, size_t{8} << 20}) {
    fails_to_create<mux_memory_t>(
        *this,
        [&](mux_memory_t *out) {
          return muxAllocateMemory(
              device, size, 1, mux_memory_property_host_visible | mux_memory_property_host_coherent,
              mux_allocation_type_alloc_host, 0, allocator, out);
        },
        muxFreeMemory);
  }
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateMemoryFromHost",
                 "[failing_allocations][failing_creations]") {
  alignas(4096) static uint8_t storage[4096];
  fails_to_create<mux_memory_t>(
      *this,
      [&](mux_memory_t *out) {
        return muxCreateMemoryFromHost(device, sizeof(storage), storage, allocator, out);
      },
      muxFreeMemory);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateBuffer",
                 "[failing_allocations][failing_creations]") {
  fails_to_create<mux_buffer_t>(
      *this, [&](mux_buffer_t *out) { return muxCreateBuffer(device, 64, allocator, out); },
      muxDestroyBuffer);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateImage",
                 "[failing_allocations][failing_creations]") {
  fails_to_create<mux_image_t>(
      *this,
      [&](mux_image_t *out) {
        return muxCreateImage(device, mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8, 1,
                              0, 0, 0, allocator, out);
      },
      muxDestroyImage);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateFence",
                 "[failing_allocations][failing_creations]") {
  fails_to_create<mux_fence_t>(
      *this, [&](mux_fence_t *out) { return muxCreateFence(device, allocator, out); },
      muxDestroyFence);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateSemaphore",
                 "[failing_allocations][failing_creations]") {
  fails_to_create<mux_semaphore_t>(
      *this, [&](mux_semaphore_t *out) { return muxCreateSemaphore(device, allocator, out); },
      muxDestroySemaphore);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateQueryPool",
                 "[failing_allocations][failing_creations]") {
  const int64_t live = counter.live();
  mux_query_pool_t pool = nullptr;
  fails_each_allocation(counter, [&] {
    return muxCreateQueryPool(queue, mux_query_type_duration, 5, nullptr, allocator, &pool);
  });
  muxDestroyQueryPool(queue, pool, allocator);
  CHECK(counter.live() == live);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateQueryPool of counters",
                 "[failing_allocations][failing_creations]") {
  uint32_t count = 0;
  REQUIRE(muxGetSupportedQueryCounters(device, mux_queue_type_compute, 0, nullptr, nullptr,
                                       &count) == mux_success);
  REQUIRE(count > 0);
  std::vector<mux_query_counter_t> counters(count);
  std::vector<mux_query_counter_description_t> descriptions(count);
  REQUIRE(muxGetSupportedQueryCounters(device, mux_queue_type_compute, count, counters.data(),
                                       descriptions.data(), nullptr) == mux_success);
  // The last ones exist on every machine.
  const mux_query_counter_config_t config = {counters.back().uuid, nullptr};
  const int64_t live = counter.live();
  mux_query_pool_t pool = nullptr;
  fails_each_allocation(counter, [&] {
    return muxCreateQueryPool(queue, mux_query_type_counter, 1, &config, allocator, &pool);
  });
  muxDestroyQueryPool(queue, pool, allocator);
  CHECK(counter.live() == live);
}

TEST_CASE_METHOD(DeviceFixture, "failing allocations: muxCreateCommandBuffer",
                 "[failing_allocations][failing_creations]") {
  fails_to_create<mux_command_buffer_t>(
      *this,
      [&](mux_command_buffer_t *out) {
        return muxCreateCommandBuffer(device, no_callback(), allocator, out);
      },
      muxDestroyCommandBuffer);
}

}  // namespace mux::test::failing_creations
