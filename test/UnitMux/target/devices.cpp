// Devices of several targets: enumerated together, created and destroyed by their own target.

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "counting_allocator.h"
#include "fake_objects.h"
#include "fixtures.h"

namespace mux::test::devices {

namespace {

std::vector<mux_device_info_t> enumerate(uint32_t types) {
  uint64_t count = 0;
  REQUIRE(muxGetDeviceInfos(types, 0, nullptr, &count) == mux_success);
  std::vector<mux_device_info_t> infos(count, nullptr);
  if (count != 0) {
    REQUIRE(muxGetDeviceInfos(types, count, infos.data(), nullptr) == mux_success);
  }
  return infos;
}

bool contains(const std::vector<mux_device_info_t> &infos, mux_device_info_t info) {
  return std::count(infos.begin(), infos.end(), info) == 1;
}

/// Restores the fake target after a test that makes it fail.
class Repair {
 public:
  Repair() = default;
  Repair(const Repair &) = delete;
  Repair &operator=(const Repair &) = delete;
  ~Repair() {
    FakeTarget::get().enumeration_result = mux_success;
    FakeTarget::get().creation_result = mux_success;
  }
};

}  // namespace

TEST_CASE("muxGetDeviceInfos: the devices of all targets, built-in ones first", "[targets]") {
  FakeTarget &fake = FakeTarget::get();
  const mux_device_info_t host = host_device_info();
  const std::vector<mux_device_info_t> all = enumerate(mux_device_type_all);
  REQUIRE(all.size() >= 3);
  CHECK(contains(all, host));
  CHECK(contains(all, fake.info(0)));
  CHECK(contains(all, fake.info(1)));
  CHECK(std::find(all.begin(), all.end(), host) < std::find(all.begin(), all.end(), fake.info(0)));
  CHECK(target_of(host->id) != target_of(fake.info(0)->id));
}

TEST_CASE("muxGetDeviceInfos: each target filters by type", "[targets]") {
  FakeTarget &fake = FakeTarget::get();
  CHECK(enumerate(mux_device_type_accelerator) ==
        std::vector<mux_device_info_t>{fake.info(0), fake.info(1)});
  CHECK_FALSE(contains(enumerate(mux_device_type_cpu), fake.info(0)));
  CHECK(enumerate(mux_device_type_gpu_virtual).empty());
}

TEST_CASE("muxGetDeviceInfos: fills a short array", "[targets]") {
  FakeTarget &fake = FakeTarget::get();
  const size_t builtin = enumerate(mux_device_type_cpu).size();
  std::vector<mux_device_info_t> infos(builtin + 2, nullptr);
  uint64_t written = 0;
  REQUIRE(muxGetDeviceInfos(mux_device_type_cpu | mux_device_type_accelerator, builtin + 1,
                            infos.data(), &written) == mux_success);
  CHECK(written == builtin + 1);
  CHECK(infos[builtin] == fake.info(0));
  CHECK(infos[builtin + 1] == nullptr);
}

TEST_CASE(
    "muxGetDeviceInfos.hook: a target that cannot enumerate is mux_error_device_entry_hook_failed",
    "[targets]") {
  const Repair repair;
  FakeTarget::get().enumeration_result = mux_error_failure;
  uint64_t count = 0;
  CHECK(muxGetDeviceInfos(mux_device_type_all, 0, nullptr, &count) ==
        mux_error_device_entry_hook_failed);
  CHECK(count == 0);
  CHECK(last_error_has("muxGetDeviceInfos: "));
  CHECK(last_error_has("\"fake\""));
}

TEST_CASE("muxCreateDevices: every device is made and destroyed by its own target", "[targets]") {
  FakeTarget &fake = FakeTarget::get();
  CountingAllocator counter;
  const mux_device_info_t host = host_device_info();
  mux_device_info_t infos[] = {fake.info(0), fake.info(1), host, fake.info(1), host};
  mux_device_t devices[5] = {};
  REQUIRE(muxCreateDevices(5, infos, counter.info(), devices) == mux_success);
  CHECK(fake.live_devices == 3);
  for (size_t index = 0; index < 5; ++index) {
    REQUIRE(devices[index] != nullptr);
    CHECK(devices[index]->info == infos[index]);
    CHECK(devices[index]->id == infos[index]->id);
  }
  for (mux_device_t device : devices) {
    muxDestroyDevice(device, counter.info());
  }
  CHECK(fake.live_devices == 0);
  CHECK(counter.live() == 0);
}

TEST_CASE("muxCreateDevices.vu03: some of the enumerated device infos, in their order",
          "[targets]") {
  CountingAllocator counter;
  FakeTarget::get();
  const std::vector<mux_device_info_t> all = enumerate(mux_device_type_all);
  REQUIRE(all.size() >= 3);
  for (size_t left_out = 0; left_out < all.size(); ++left_out) {
    std::vector<mux_device_info_t> some = all;
    some.erase(some.begin() + static_cast<ptrdiff_t>(left_out));
    std::vector<mux_device_t> devices(some.size(), nullptr);
    REQUIRE(muxCreateDevices(some.size(), some.data(), counter.info(), devices.data()) ==
            mux_success);
    for (size_t index = 0; index < some.size(); ++index) {
      REQUIRE(devices[index] != nullptr);
      CHECK(devices[index]->info == some[index]);
      muxDestroyDevice(devices[index], counter.info());
    }
  }
  CHECK(counter.live() == 0);
}

TEST_CASE("muxCreateDevices: when one target fails the devices of the others are destroyed",
          "[targets]") {
  FakeTarget &fake = FakeTarget::get();
  CountingAllocator counter;
  const mux_device_info_t host = host_device_info();

  SECTION("the second target fails") {
    const Repair repair;
    fake.creation_result = mux_error_feature_unsupported;
    mux_device_info_t infos[] = {host, host, fake.info(0)};
    mux_device_t devices[3] = {};
    CHECK(muxCreateDevices(3, infos, counter.info(), devices) == mux_error_feature_unsupported);
    CHECK(
        last_error_has("muxCreateDevices: the target \"fake\" returned "
                       "mux_error_feature_unsupported"));
  }
  SECTION("the first target succeeds, another fails, others are not tried") {
    mux_device_info_s of_bare = *host;
    of_bare.id = mux_object_id_device | bare_target_id();
    mux_device_info_t infos[] = {fake.info(0), fake.info(1), &of_bare, fake.info(0)};
    mux_device_t devices[4] = {};
    CHECK(muxCreateDevices(4, infos, counter.info(), devices) == mux_error_feature_unsupported);
    CHECK(last_error_has("\"bare\""));
  }
  CHECK(fake.live_devices == 0);
  CHECK(counter.live() == 0);
}

TEST_CASE("muxDestroyDevice: an invalid device or allocator has no effect", "[targets]") {
  FakeTarget &fake = FakeTarget::get();
  CountingAllocator counter;
  mux_device_info_t info = fake.info(0);
  mux_device_t device = nullptr;
  REQUIRE(muxCreateDevices(1, &info, counter.info(), &device) == mux_success);
  muxDestroyDevice(nullptr, counter.info());
  for (const mux_allocator_info_t &invalid : invalid_allocators(counter.info())) {
    muxDestroyDevice(device, invalid);
  }
  CHECK(fake.live_devices == 1);
  muxDestroyDevice(device, counter.info());
  CHECK(fake.live_devices == 0);
  CHECK(counter.live() == 0);
}

}  // namespace mux::test::devices
