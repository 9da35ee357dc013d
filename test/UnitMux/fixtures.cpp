#include "fixtures.h"

#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <random>

namespace mux::test {

namespace {

void ignore_message(void *, const char *, const void *, size_t) {}

void count_mark(mux_queue_t, mux_command_buffer_t, void *const user_data) {
  static_cast<CommandBufferFixture *>(user_data)->marks_seen.fetch_add(1);
}

}  // namespace

mux_device_info_t host_device_info() {
  mux_device_info_t info = nullptr;
  uint64_t count = 0;
  REQUIRE(muxGetDeviceInfos(mux_device_type_cpu, 1, &info, &count) == mux_success);
  REQUIRE(info != nullptr);
  return info;
}

uint32_t random_seed() {
  if (const char *fixed = std::getenv("MUX_TEST_SEED")) {
    return static_cast<uint32_t>(std::strtoul(fixed, nullptr, 0));
  }
  return std::random_device{}();
}

mux_callback_info_t no_callback() {
  static mux_callback_info_s info = {ignore_message, nullptr};
  return &info;
}

DeviceFixture::DeviceFixture() {
  const NotTheTest setting_up;
  mux_device_info_t info = host_device_info();
  REQUIRE(muxCreateDevices(1, &info, allocator, &device) == mux_success);
  REQUIRE(muxGetQueue(device, mux_queue_type_compute, 0, &queue) == mux_success);
}

DeviceFixture::~DeviceFixture() {
  const NotTheTest tearing_down;
  clean_up();
  muxDestroyDevice(device, allocator);
  CHECK(counter.live() == 0);
  CHECK(counter.misuses() == 0);
}

void DeviceFixture::clean_up() {
  const NotTheTest tearing_down;
  counter.succeed();
  while (!cleanups_.empty()) {
    const auto destroy = std::move(cleanups_.back());
    cleanups_.pop_back();
    destroy();
  }
}

CommandBufferFixture::CommandBufferFixture() {
  const NotTheTest setting_up;
  command_buffer = make_command_buffer();
}

mux_memory_t CommandBufferFixture::make_memory(size_t size) {
  mux_memory_t memory = nullptr;
  REQUIRE(muxAllocateMemory(device, size, 1,
                            mux_memory_property_host_visible | mux_memory_property_host_coherent,
                            mux_allocation_type_alloc_host, 0, allocator, &memory) == mux_success);
  at_end([=, this] { muxFreeMemory(device, memory, allocator); });
  return memory;
}

TestBuffer CommandBufferFixture::make_buffer(size_t size) {
  TestBuffer result;
  REQUIRE(muxCreateBuffer(device, size, allocator, &result.buffer) == mux_success);
  at_end([=, this] { muxDestroyBuffer(device, result.buffer, allocator); });
  result.memory = make_memory(result.buffer->memory_requirements.size);
  REQUIRE(muxBindBufferMemory(device, result.memory, result.buffer, 0) == mux_success);
  void *data = nullptr;
  REQUIRE(muxMapMemory(device, result.memory, 0, size, &data) == mux_success);
  at_end([this, memory = result.memory] { muxUnmapMemory(device, memory); });
  std::memset(data, 0, size);
  result.bytes = {static_cast<uint8_t *>(data), size};
  return result;
}

mux_command_buffer_t CommandBufferFixture::make_command_buffer() {
  mux_command_buffer_t made = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &made) == mux_success);
  at_end([=, this] { muxDestroyCommandBuffer(device, made, allocator); });
  return made;
}

mux_fence_t CommandBufferFixture::make_fence() {
  mux_fence_t fence = nullptr;
  REQUIRE(muxCreateFence(device, allocator, &fence) == mux_success);
  at_end([=, this] { muxDestroyFence(device, fence, allocator); });
  return fence;
}

mux_semaphore_t CommandBufferFixture::make_semaphore() {
  mux_semaphore_t semaphore = nullptr;
  REQUIRE(muxCreateSemaphore(device, allocator, &semaphore) == mux_success);
  at_end([=, this] { muxDestroySemaphore(device, semaphore, allocator); });
  return semaphore;
}

mux_result_t CommandBufferFixture::run(mux_command_buffer_t target) {
  const mux_result_t finalized = muxFinalizeCommandBuffer(target);
  return finalized == mux_success ? dispatch_and_wait(target) : finalized;
}

mux_result_t CommandBufferFixture::dispatch_and_wait(mux_command_buffer_t target) {
  mux_fence_t fence = nullptr;
  mux_result_t result = muxCreateFence(device, allocator, &fence);
  if (result == mux_success) {
    result = muxDispatch(queue, target, fence, nullptr, 0, nullptr, 0, nullptr, nullptr);
    if (result == mux_success) {
      result = muxWait(queue, fence);
    }
    muxDestroyFence(device, fence, allocator);
  }
  return result;
}

mux_sync_point_t CommandBufferFixture::record_mark(mux_command_buffer_t target) {
  mux_sync_point_t sync_point = nullptr;
  REQUIRE(muxCommandUserCallback(target, count_mark, this, 0, nullptr, &sync_point) == mux_success);
  ++marks_recorded_;
  return sync_point;
}

void CommandBufferFixture::expect_still_runs() {
  record_mark(command_buffer);
  CHECK(run(command_buffer) == mux_success);
  CHECK(marks_seen == marks_recorded_);
}

Arguments &Arguments::buffer(const TestBuffer &buffer, uint64_t offset) {
  mux_descriptor_info_t descriptor{};
  descriptor.type = mux_descriptor_info_type_buffer;
  descriptor.buffer_descriptor = {buffer.buffer, offset};
  descriptors.push_back(descriptor);
  return *this;
}

Arguments &Arguments::null_buffer() {
  mux_descriptor_info_t descriptor{};
  descriptor.type = mux_descriptor_info_type_null_buffer;
  descriptors.push_back(descriptor);
  return *this;
}

Arguments &Arguments::local(size_t size) {
  mux_descriptor_info_t descriptor{};
  descriptor.type = mux_descriptor_info_type_shared_local_buffer;
  descriptor.shared_local_buffer_descriptor = {size};
  descriptors.push_back(descriptor);
  return *this;
}

Arguments &Arguments::data(const void *data, size_t size) {
  const auto *bytes = static_cast<const uint8_t *>(data);
  values_.push_back(std::make_unique<std::vector<uint8_t>>(bytes, bytes + size));
  mux_descriptor_info_t descriptor{};
  descriptor.type = mux_descriptor_info_type_plain_old_data;
  descriptor.plain_old_data_descriptor = {values_.back()->data(), size};
  descriptors.push_back(descriptor);
  return *this;
}

mux_executable_t KernelFixture::load(std::string_view binary) {
  mux_executable_t executable = nullptr;
  const mux_result_t result =
      muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable);
  INFO("last error message: " << (result == mux_success ? "" : muxGetLastErrorMessage()));
  REQUIRE(result == mux_success);
  at_end([=, this] { muxDestroyExecutable(device, executable, allocator); });
  return executable;
}

mux_kernel_t KernelFixture::make_kernel(mux_executable_t executable, const char *name) {
  mux_kernel_t kernel = nullptr;
  REQUIRE(muxCreateKernel(device, executable, name, std::strlen(name), allocator, &kernel) ==
          mux_success);
  at_end([=, this] { muxDestroyKernel(device, kernel, allocator); });
  return kernel;
}

mux_result_t KernelFixture::record(mux_command_buffer_t target, mux_kernel_t kernel,
                                   Arguments &arguments, const Range &range) {
  mux_ndrange_options_t options{};
  options.descriptors = arguments.descriptors.empty() ? nullptr : arguments.descriptors.data();
  options.descriptors_length = arguments.descriptors.size();
  std::copy(std::begin(range.local), std::end(range.local), options.local_size);
  options.global_offset = range.offset;
  options.global_size = range.global;
  options.dimensions = range.dimensions;
  return muxCommandNDRange(target, kernel, options, 0, nullptr, nullptr);
}

void KernelFixture::launch(mux_kernel_t kernel, Arguments &arguments, const Range &range) {
  mux_command_buffer_t launched = make_command_buffer();
  const mux_result_t recorded = record(launched, kernel, arguments, range);
  INFO("last error message: " << (recorded == mux_success ? "" : muxGetLastErrorMessage()));
  REQUIRE(recorded == mux_success);
  REQUIRE(run(launched) == mux_success);
}

}  // namespace mux::test
