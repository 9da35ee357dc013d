#include <atomic>
#include <catch2/catch.hpp>

#include "object_checks.h"

namespace mux::test::mux_destroy_device {

TEST_CASE("muxDestroyDevice.vu05, vu06: invalid devices and allocators have no effect",
          "[muxDestroyDevice]") {
  CountingAllocator counter;
  mux_device_info_t info = host_device_info();
  mux_device_t device = nullptr;
  REQUIRE(muxCreateDevices(1, &info, counter.info(), &device) == mux_success);
  const int64_t live = counter.live();
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(info->id)) {
    muxDestroyDevice(invalid, counter.info());
    CHECK(counter.live() == live);
  }
  for (const mux_allocator_info_t &invalid : invalid_allocators(counter.info())) {
    muxDestroyDevice(device, invalid);
    CHECK(counter.live() == live);
  }
  muxDestroyDevice(device, counter.info());
  CHECK(counter.live() == 0);
}

TEST_CASE("muxDestroyDevice.vu04: right after the last command buffer completed",
          "[muxDestroyDevice][scheduling]") {
  CountingAllocator counter;
  const mux_allocator_info_t allocator = counter.info();
  mux_device_info_t info = host_device_info();
  for (int i = 0; i < 100; ++i) {
    mux_device_t device = nullptr;
    mux_queue_t queue = nullptr;
    mux_command_buffer_t command_buffer = nullptr;
    mux_fence_t fence = nullptr;
    std::atomic<int> called{0};
    REQUIRE(muxCreateDevices(1, &info, allocator, &device) == mux_success);
    REQUIRE(muxGetQueue(device, mux_queue_type_compute, 0, &queue) == mux_success);
    REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &command_buffer) ==
            mux_success);
    REQUIRE(muxCreateFence(device, allocator, &fence) == mux_success);
    REQUIRE(muxCommandUserCallback(
                command_buffer,
                [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                  ++*static_cast<std::atomic<int> *>(user_data);
                },
                &called, 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
    REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    // The threads that ran it may still be falling asleep.
    REQUIRE(muxWait(queue, fence) == mux_success);
    muxDestroyFence(device, fence, allocator);
    muxDestroyCommandBuffer(device, command_buffer, allocator);
    muxDestroyDevice(device, allocator);
    CHECK(called == 1);
    CHECK(counter.live() == 0);
  }
  CHECK(counter.misuses() == 0);
}

TEST_CASE("muxDestroyDevice.vu01: each device gives back to the allocator it was created with",
          "[muxDestroyDevice]") {
  CountingAllocator first;
  CountingAllocator second;
  mux_device_info_t info = host_device_info();
  mux_device_t devices[2] = {};
  REQUIRE(muxCreateDevices(1, &info, first.info(), &devices[0]) == mux_success);
  const int64_t live = first.live();
  CHECK(live > 0);
  REQUIRE(muxCreateDevices(1, &info, second.info(), &devices[1]) == mux_success);
  CHECK(first.live() == live);
  CHECK(second.live() == live);
  muxDestroyDevice(devices[0], first.info());
  CHECK(first.live() == 0);
  CHECK(second.live() == live);
  muxDestroyDevice(devices[1], second.info());
  CHECK(second.live() == 0);
  CHECK(first.misuses() + second.misuses() == 0);
}

TEST_CASE(
    "muxDestroyDevice: objects destroyed before the objects they are bound to and before their "
    "device leak nothing",
    "[muxDestroyDevice]") {
  CountingAllocator counter;
  const mux_allocator_info_t allocator = counter.info();
  const std::string binary = compile("kernel void k() {}");
  mux_device_info_t info = host_device_info();
  mux_device_t device = nullptr;
  mux_queue_t queue = nullptr;
  REQUIRE(muxCreateDevices(1, &info, allocator, &device) == mux_success);
  REQUIRE(muxGetQueue(device, mux_queue_type_compute, 0, &queue) == mux_success);
  const int64_t device_alone = counter.live();

  mux_executable_t executable = nullptr;
  mux_memory_t memory = nullptr;
  mux_buffer_t buffer = nullptr;
  mux_command_buffer_t command_buffer = nullptr;
  mux_semaphore_t semaphore = nullptr;
  mux_fence_t fence = nullptr;
  REQUIRE(muxCreateExecutable(device, binary.data(), binary.size(), allocator, &executable) ==
          mux_success);
  REQUIRE(muxAllocateMemory(device, 64, 1,
                            mux_memory_property_host_visible | mux_memory_property_host_coherent,
                            mux_allocation_type_alloc_host, 0, allocator, &memory) == mux_success);
  REQUIRE(muxCreateBuffer(device, 64, allocator, &buffer) == mux_success);
  REQUIRE(muxBindBufferMemory(device, memory, buffer, 0) == mux_success);
  REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &command_buffer) == mux_success);
  REQUIRE(muxCreateSemaphore(device, allocator, &semaphore) == mux_success);
  REQUIRE(muxCreateFence(device, allocator, &fence) == mux_success);
  const uint8_t pattern = 1;
  REQUIRE(muxCommandFillBuffer(command_buffer, buffer, 0, 64, &pattern, 1, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, &semaphore, 1, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);

  int64_t live = counter.live();
  const auto went = [&] {
    const bool less = counter.live() < live;
    live = counter.live();
    return less;
  };
  muxDestroyFence(device, fence, allocator);
  CHECK(went());
  muxDestroySemaphore(device, semaphore, allocator);
  CHECK(went());
  muxDestroyCommandBuffer(device, command_buffer, allocator);
  CHECK(went());
  muxDestroyBuffer(device, buffer, allocator);
  CHECK(went());
  muxFreeMemory(device, memory, allocator);
  CHECK(went());
  muxDestroyExecutable(device, executable, allocator);
  CHECK(went());
  // Only what the device keeps for later dispatches, and the device itself, is live.
  CHECK(live >= device_alone);
  CHECK(muxWaitAll(queue) == mux_success);
  muxDestroyDevice(device, allocator);
  CHECK(counter.live() == 0);
  CHECK(counter.misuses() == 0);
}

}  // namespace mux::test::mux_destroy_device
