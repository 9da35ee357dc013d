#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

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

TEST_CASE(
    "muxDestroyDevice.vu02, muxCreateDevices.vu01: devices are created and destroyed on eight "
    "threads at once",
    "[muxDestroyDevice]") {
  CountingAllocator counter;
  const auto failures = run_in_threads([&](unsigned) {
    int failed = 0;
    for (int i = 0; i < 20; ++i) {
      mux_device_info_t info = nullptr;
      mux_device_t device = nullptr;
      if (muxGetDeviceInfos(mux_device_type_cpu, 1, &info, nullptr) != mux_success ||
          muxCreateDevices(1, &info, counter.info(), &device) != mux_success) {
        ++failed;
        continue;
      }
      muxDestroyDevice(device, counter.info());
    }
    return failed;
  });
  for (const int failed : failures) {
    CHECK(failed == 0);
  }
  CHECK(counter.live() == 0);
  CHECK(counter.misuses() == 0);
}

TEST_CASE("muxDestroyDevice.vu04: right after the last command buffer completed",
          "[muxDestroyDevice]") {
  for (int i = 0; i < 100; ++i) {
    CommandBufferFixture fixture;
    fixture.record_mark(fixture.command_buffer);
    REQUIRE(fixture.run(fixture.command_buffer) == mux_success);
  }
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
