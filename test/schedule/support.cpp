#include "support.h"

namespace mux::test {
namespace {

mux_device_info_t host_info() {
  mux_device_info_t info = nullptr;
  REQUIRE(muxGetDeviceInfos(mux_device_type_cpu, 1, &info, nullptr) == mux_success);
  return info;
}

}  // namespace

uint32_t compute_units() {
  return host_info()->compute_units;
}

Fixture::Fixture() {
  mux_device_info_t info = host_info();
  REQUIRE(muxCreateDevices(1, &info, allocator, &device) == mux_success);
  REQUIRE(muxGetQueue(device, mux_queue_type_compute, 0, &queue) == mux_success);
  REQUIRE(muxCreateExecutable(device, "any", 3, allocator, &executable) == mux_success);
}

Fixture::~Fixture() {
  for (mux_kernel_t kernel : kernels_) {
    muxDestroyKernel(device, kernel, allocator);
  }
  for (mux_buffer_t buffer : buffers_) {
    muxDestroyBuffer(device, buffer, allocator);
  }
  for (mux_memory_t memory : memories_) {
    muxFreeMemory(device, memory, allocator);
  }
  for (mux_fence_t fence : fences_) {
    muxDestroyFence(device, fence, allocator);
  }
  for (mux_semaphore_t semaphore : semaphores_) {
    muxDestroySemaphore(device, semaphore, allocator);
  }
  muxDestroyExecutable(device, executable, allocator);
  muxDestroyDevice(device, allocator);
  CHECK(counting.live() == 0);
  CHECK(counting.misuses() == 0);
}

mux_kernel_t Fixture::kernel(const std::string &name) {
  mux_kernel_t kernel = nullptr;
  REQUIRE(muxCreateKernel(device, executable, name.data(), name.size(), allocator, &kernel) ==
          mux_success);
  kernels_.push_back(kernel);
  return kernel;
}

mux_buffer_t Fixture::buffer_over(void *memory, size_t size) {
  mux_memory_t object = nullptr;
  REQUIRE(muxCreateMemoryFromHost(device, size, memory, allocator, &object) == mux_success);
  memories_.push_back(object);
  mux_buffer_t buffer = nullptr;
  REQUIRE(muxCreateBuffer(device, size, allocator, &buffer) == mux_success);
  buffers_.push_back(buffer);
  REQUIRE(muxBindBufferMemory(device, object, buffer, 0) == mux_success);
  return buffer;
}

mux_fence_t Fixture::fence() {
  mux_fence_t fence = nullptr;
  REQUIRE(muxCreateFence(device, allocator, &fence) == mux_success);
  fences_.push_back(fence);
  return fence;
}

mux_semaphore_t Fixture::semaphore() {
  mux_semaphore_t semaphore = nullptr;
  REQUIRE(muxCreateSemaphore(device, allocator, &semaphore) == mux_success);
  semaphores_.push_back(semaphore);
  return semaphore;
}

mux_result_t Fixture::dispatch(mux_command_buffer_t command_buffer, mux_fence_t fence,
                               std::vector<mux_semaphore_t> wait,
                               std::vector<mux_semaphore_t> signal,
                               void (*function)(mux_command_buffer_t, mux_result_t, void *),
                               void *user_data) {
  return muxDispatch(queue, command_buffer, fence, wait.empty() ? nullptr : wait.data(),
                     static_cast<uint32_t>(wait.size()), signal.empty() ? nullptr : signal.data(),
                     static_cast<uint32_t>(signal.size()), function, user_data);
}

Commands::Commands(Fixture &fixture, mux_callback_info_t callback) : fixture_(fixture) {
  REQUIRE(muxCreateCommandBuffer(fixture.device, callback, fixture.allocator, &command_buffer_) ==
          mux_success);
}

Commands::~Commands() {
  destroy();
}

void Commands::destroy() {
  if (command_buffer_) {
    muxDestroyCommandBuffer(fixture_.device, command_buffer_, fixture_.allocator);
    command_buffer_ = nullptr;
  }
}

Commands &Commands::run(mux_kernel_t kernel, std::vector<mux_descriptor_info_t> descriptors,
                        size_t global, size_t local) {
  const size_t offset = 0;
  mux_ndrange_options_t options = {};
  options.descriptors = descriptors.empty() ? nullptr : descriptors.data();
  options.descriptors_length = descriptors.size();
  options.local_size[0] = local;
  options.local_size[1] = 1;
  options.local_size[2] = 1;
  options.global_offset = &offset;
  options.global_size = &global;
  options.dimensions = 1;
  REQUIRE(muxCommandNDRange(command_buffer_, kernel, options, 0, nullptr, nullptr) == mux_success);
  return *this;
}

Commands &Commands::call(mux_command_user_callback_t function, void *user_data) {
  REQUIRE(muxCommandUserCallback(command_buffer_, function, user_data, 0, nullptr, nullptr) ==
          mux_success);
  return *this;
}

Commands &Commands::finalize() {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer_) == mux_success);
  return *this;
}

mux_descriptor_info_t describe_buffer(mux_buffer_t buffer, uint64_t offset) {
  mux_descriptor_info_t info = {};
  info.type = mux_descriptor_info_type_buffer;
  info.buffer_descriptor = {buffer, offset};
  return info;
}

mux_descriptor_info_t describe_custom(const void *data, size_t size) {
  mux_descriptor_info_t descriptor{};
  descriptor.type = mux_descriptor_info_type_custom_buffer;
  descriptor.custom_buffer_descriptor = {data, size, 0};
  return descriptor;
}

mux_descriptor_info_t describe_data(const void *data, size_t size) {
  mux_descriptor_info_t info = {};
  info.type = mux_descriptor_info_type_plain_old_data;
  info.plain_old_data_descriptor = {data, size};
  return info;
}

mux_descriptor_info_t describe_local(size_t size) {
  mux_descriptor_info_t info = {};
  info.type = mux_descriptor_info_type_shared_local_buffer;
  info.shared_local_buffer_descriptor = {size};
  return info;
}

}  // namespace mux::test
