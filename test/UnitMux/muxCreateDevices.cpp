#include <catch2/catch.hpp>

#include "object_checks.h"

namespace mux::test::mux_create_devices {

namespace {
constexpr EntryPoint entry_point("muxCreateDevices");
}

TEST_CASE("muxCreateDevices.rc01: a length without device infos is mux_error_invalid_value",
          "[muxCreateDevices]") {
  CountingAllocator counter;
  mux_device_t device = nullptr;
  entry_point.fails(mux_error_invalid_value, muxCreateDevices(1, nullptr, counter.info(), &device));
  CHECK(counter.live() == 0);
}

TEST_CASE("muxCreateDevices.rc02, rc05: no array for the devices is mux_error_null_out_parameter",
          "[muxCreateDevices]") {
  CountingAllocator counter;
  mux_device_info_t info = host_device_info();
  entry_point.fails(mux_error_null_out_parameter,
                    muxCreateDevices(1, &info, counter.info(), nullptr));
  // Also without devices to create.
  entry_point.fails(mux_error_null_out_parameter,
                    muxCreateDevices(0, nullptr, counter.info(), nullptr));
  CHECK(counter.live() == 0);
}

TEST_CASE("muxCreateDevices.rc04: an incomplete allocator is mux_error_null_allocator_callback",
          "[muxCreateDevices]") {
  CountingAllocator counter;
  mux_device_info_t info = host_device_info();
  for (const mux_allocator_info_t &invalid : invalid_allocators(counter.info())) {
    mux_device_t device = nullptr;
    entry_point.fails(mux_error_null_allocator_callback,
                      muxCreateDevices(1, &info, invalid, &device));
  }
  CHECK(counter.live() == 0);
}

TEST_CASE(
    "muxCreateDevices.vu02 and device_infos: null, wrong-type and foreign device infos are "
    "mux_error_invalid_value",
    "[muxCreateDevices]") {
  CountingAllocator counter;
  mux_device_info_t valid = host_device_info();
  for (mux_device_info_t invalid : InvalidObjects<mux_device_info_t>(valid->id, *valid)) {
    mux_device_t device = nullptr;
    entry_point.fails(mux_error_invalid_value,
                      muxCreateDevices(1, &invalid, counter.info(), &device));
    // Also after a valid one, whose device is destroyed.
    mux_device_info_t infos[] = {valid, invalid};
    mux_device_t devices[2] = {nullptr, nullptr};
    entry_point.fails(mux_error_invalid_value, muxCreateDevices(2, infos, counter.info(), devices));
    CHECK(counter.live() == 0);
  }
}

TEST_CASE("muxCreateDevices.rc06: a device knows its id and its info", "[muxCreateDevices]") {
  CountingAllocator counter;
  mux_device_info_t info = host_device_info();
  mux_device_t device = nullptr;
  REQUIRE(muxCreateDevices(1, &info, counter.info(), &device) == mux_success);
  REQUIRE(device != nullptr);
  CHECK(device->id == info->id);
  CHECK(device->info == info);
  CHECK(counter.live() > 0);
  muxDestroyDevice(device, counter.info());
  CHECK(counter.live() == 0);
}

TEST_CASE("muxCreateDevices.rc06: the same device can be created several times",
          "[muxCreateDevices]") {
  CountingAllocator counter;
  mux_device_info_t info = host_device_info();
  mux_device_t devices[3] = {};
  for (mux_device_t &device : devices) {
    REQUIRE(muxCreateDevices(1, &info, counter.info(), &device) == mux_success);
  }
  CHECK(devices[0] != devices[1]);
  CHECK(devices[1] != devices[2]);
  for (mux_device_t device : devices) {
    muxDestroyDevice(device, counter.info());
  }
  CHECK(counter.live() == 0);
}

TEST_CASE("muxCreateDevices: every failing allocation is mux_error_out_of_memory",
          "[muxCreateDevices]") {
  CountingAllocator counter;
  mux_device_info_t info = host_device_info();
  mux_device_t device = nullptr;
  const int failures = fail_each_allocation(
      entry_point, counter, [&] { return muxCreateDevices(1, &info, counter.info(), &device); });
  CHECK(failures > 0);
  muxDestroyDevice(device, counter.info());
  CHECK(counter.live() == 0);
}

TEST_CASE("muxCreateDevices.rc03: a device that only compiles is mux_error_feature_unsupported",
          "[muxCreateDevices]") {
  CountingAllocator counter;
  mux_device_info_t available = host_device_info();
  mux_device_info_s compiles_only = *available;
  compiles_only.device_type = mux_device_type_compiler;
  mux_device_info_t orders[2][2] = {{&compiles_only, available}, {available, &compiles_only}};
  for (auto &infos : orders) {
    mux_device_t devices[2] = {};
    entry_point.fails(mux_error_feature_unsupported,
                      muxCreateDevices(2, infos, counter.info(), devices));
    CHECK(devices[0] == nullptr);
    CHECK(devices[1] == nullptr);
  }
  CHECK(counter.live() == 0);
  // Invalid arguments are reported first.
  entry_point.fails(mux_error_null_out_parameter,
                    muxCreateDevices(2, orders[0], counter.info(), nullptr));
}

}  // namespace mux::test::mux_create_devices
