#include <mux/extensions.h>
#include <sched.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "object_checks.h"

namespace mux::test::mux_create_device_with_options {

namespace {

constexpr EntryPoint entry_point("muxCreateDeviceWithOptions");

/// Another device than the fixture's, destroyed before it.
class DeviceOfUnits {
 public:
  explicit DeviceOfUnits(uint32_t compute_units) {
    const mux_device_options_t options = {compute_units, nullptr, 0};
    REQUIRE(muxCreateDeviceWithOptions(host_device_info(), &options, counter.info(), &device) ==
            mux_success);
  }
  ~DeviceOfUnits() { destroy(); }
  DeviceOfUnits(const DeviceOfUnits &) = delete;
  DeviceOfUnits &operator=(const DeviceOfUnits &) = delete;

  void destroy() {
    muxDestroyDevice(device, counter.info());
    device = nullptr;
    CHECK(counter.live() == 0);
    CHECK(counter.misuses() == 0);
  }

  CountingAllocator counter;
  mux_device_t device = nullptr;
};

constexpr uint32_t most_units = 8;

/// Host memory shared by work-groups of several devices.
struct MeetingPlace {
  uint32_t arrived = 0;
  uint32_t inside = 0;
  uint32_t most_inside = 0;
  /// For each group, whether it saw all others.
  uint32_t met[2 * most_units] = {};
};

/// Concurrent work-groups see each other arrive. They give up eventually, so that a test fails
/// instead of hanging; the limit is many times the delay on an overloaded machine. A group queries
/// its id, so that groups are not joined.
constexpr const char *meeting_source = R"(
  typedef struct { atomic_uint arrived, inside, most_inside; uint met[16]; } place_t;
  kernel void meet(global place_t *place, uint wanted, uint first) {
    atomic_fetch_add(&place->arrived, 1);
    for (ulong turn = 0; turn < 20000000000ul; ++turn) {
      if (atomic_load(&place->arrived) >= wanted) {
        place->met[first + get_group_id(0)] = 1;
        return;
      }
    }
  }
  kernel void crowd(global place_t *place, uint turns) {
    uint inside = atomic_fetch_add(&place->inside, 1) + 1;
    atomic_fetch_max(&place->most_inside, inside);
    place->met[get_group_id(0) % 16] = inside;
    while (turns-- != 0) atomic_load(&place->inside);
    atomic_fetch_sub(&place->inside, 1);
  })";

/// Replaces the fixture's device by one with `compute_units`, with the kernels above.
class UnitsFixture : public KernelFixture {
 public:
  explicit UnitsFixture(uint32_t compute_units) {
    clean_up();
    muxDestroyDevice(device, allocator);
    const mux_device_options_t options = {compute_units, nullptr, 0};
    REQUIRE(muxCreateDeviceWithOptions(host_device_info(), &options, allocator, &device) ==
            mux_success);
    REQUIRE(muxGetQueue(device, mux_queue_type_compute, 0, &queue) == mux_success);
    executable_ = load(compile(meeting_source, "-cl-std=CL3.0"));
  }

  mux_fence_t start_meeting(MeetingPlace &place, uint32_t groups, uint32_t wanted, uint32_t first) {
    Arguments arguments;
    arguments.buffer(over(place)).value(wanted).value(first);
    return start("meet", arguments, groups);
  }
  mux_fence_t start_crowd(MeetingPlace &place, uint32_t groups) {
    Arguments arguments;
    arguments.buffer(over(place)).value(uint32_t{1000});
    return start("crowd", arguments, groups);
  }
  /// Waits with a time limit, so that this thread does not help.
  mux_result_t wait_only(mux_fence_t fence) { return muxTryWait(queue, UINT64_MAX - 1, fence); }

 private:
  TestBuffer over(MeetingPlace &place) {
    TestBuffer made;
    REQUIRE(muxCreateMemoryFromHost(device, sizeof(place), &place, allocator, &made.memory) ==
            mux_success);
    at_end([=, this] { muxFreeMemory(device, made.memory, allocator); });
    REQUIRE(muxCreateBuffer(device, sizeof(place), allocator, &made.buffer) == mux_success);
    at_end([=, this] { muxDestroyBuffer(device, made.buffer, allocator); });
    REQUIRE(muxBindBufferMemory(device, made.memory, made.buffer, 0) == mux_success);
    return made;
  }
  /// Dispatches work-groups of one work-item.
  mux_fence_t start(const char *kernel, Arguments &arguments, uint32_t groups) {
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(record(commands, make_kernel(executable_, kernel), arguments,
                   Range::linear(groups, 1)) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
    mux_fence_t fence = make_fence();
    REQUIRE(muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    return fence;
  }

  mux_executable_t executable_ = nullptr;
};

uint32_t count_met(const MeetingPlace &place) {
  return static_cast<uint32_t>(std::count(std::begin(place.met), std::end(place.met), 1U));
}

/// Checks that the infos only differ in the number of compute units.
void check_same_but_compute_units(const mux_device_info_s &info, const mux_device_info_s &other) {
  mux_device_info_s expected = other;
  expected.compute_units = info.compute_units;
  CHECK(std::memcmp(&expected, &info, sizeof(info)) == 0);
}

}  // namespace

TEST_CASE("muxCreateDeviceWithOptions.device_info: an invalid info is mux_error_invalid_value",
          "[muxCreateDeviceWithOptions]") {
  CountingAllocator counter;
  const mux_device_options_t options = {};
  mux_device_info_t valid = host_device_info();
  for (mux_device_info_t invalid : InvalidObjects<mux_device_info_t>(valid->id, *valid)) {
    mux_device_t device = nullptr;
    entry_point.fails_because(
        "device_info", mux_error_invalid_value,
        muxCreateDeviceWithOptions(invalid, &options, counter.info(), &device));
    CHECK(device == nullptr);
  }
  CHECK(counter.total() == 0);
}

TEST_CASE("muxCreateDeviceWithOptions.options: NULL is mux_error_invalid_value",
          "[muxCreateDeviceWithOptions]") {
  CountingAllocator counter;
  mux_device_t device = nullptr;
  entry_point.fails_because(
      "options is NULL", mux_error_invalid_value,
      muxCreateDeviceWithOptions(host_device_info(), nullptr, counter.info(), &device));
  CHECK(device == nullptr);
  CHECK(counter.total() == 0);
}

TEST_CASE("muxCreateDeviceWithOptions.compute_units: too many are mux_error_invalid_value",
          "[muxCreateDeviceWithOptions]") {
  CountingAllocator counter;
  for (const uint32_t units : {MUX_MAX_COMPUTE_UNITS + 1U, 0x80000000U, 0xffffffffU}) {
    const mux_device_options_t options = {units, nullptr, 0};
    mux_device_t device = nullptr;
    entry_point.fails_because(
        "options->compute_units is " + std::to_string(units) + ", more than MUX_MAX_COMPUTE_UNITS",
        mux_error_invalid_value,
        muxCreateDeviceWithOptions(host_device_info(), &options, counter.info(), &device));
    CHECK(device == nullptr);
  }
  CHECK(counter.total() == 0);
}

TEST_CASE(
    "muxCreateDeviceWithOptions.allocator_info: an incomplete allocator is "
    "mux_error_null_allocator_callback",
    "[muxCreateDeviceWithOptions]") {
  CountingAllocator counter;
  const mux_device_options_t options = {2, nullptr, 0};
  for (const mux_allocator_info_t &invalid : invalid_allocators(counter.info())) {
    mux_device_t device = nullptr;
    entry_point.fails(mux_error_null_allocator_callback,
                      muxCreateDeviceWithOptions(host_device_info(), &options, invalid, &device));
    CHECK(device == nullptr);
  }
  CHECK(counter.total() == 0);
}

TEST_CASE("muxCreateDeviceWithOptions.out_device: NULL is mux_error_null_out_parameter",
          "[muxCreateDeviceWithOptions]") {
  CountingAllocator counter;
  const mux_device_options_t options = {2, nullptr, 0};
  entry_point.fails(
      mux_error_null_out_parameter,
      muxCreateDeviceWithOptions(host_device_info(), &options, counter.info(), nullptr));
  CHECK(counter.total() == 0);
}

TEST_CASE(
    "muxCreateDeviceWithOptions.available: a device that only compiles is "
    "mux_error_feature_unsupported",
    "[muxCreateDeviceWithOptions]") {
  CountingAllocator counter;
  const mux_device_options_t options = {2, nullptr, 0};
  mux_device_info_s compiles_only = *host_device_info();
  compiles_only.device_type = mux_device_type_compiler;
  mux_device_t device = nullptr;
  entry_point.fails(mux_error_feature_unsupported,
                    muxCreateDeviceWithOptions(&compiles_only, &options, counter.info(), &device));
  CHECK(device == nullptr);
  // Invalid arguments are reported first.
  entry_point.fails(mux_error_null_out_parameter,
                    muxCreateDeviceWithOptions(&compiles_only, &options, counter.info(), nullptr));
  CHECK(counter.total() == 0);
}

TEST_CASE("muxCreateDeviceWithOptions: every failing allocation is mux_error_out_of_memory",
          "[muxCreateDeviceWithOptions]") {
  for (const uint32_t units : {0U, 3U}) {
    CountingAllocator counter;
    const mux_device_options_t options = {units, nullptr, 0};
    mux_device_t device = nullptr;
    const int failures = fail_each_allocation(entry_point, counter, [&] {
      return muxCreateDeviceWithOptions(host_device_info(), &options, counter.info(), &device);
    });
    CHECK(failures > 0);
    muxDestroyDevice(device, counter.info());
    CHECK(counter.live() == 0);
    CHECK(counter.misuses() == 0);
  }
}

TEST_CASE(
    "muxCreateDeviceWithOptions: without a number of compute units it creates the device of the "
    "info",
    "[muxCreateDeviceWithOptions]") {
  const DeviceOfUnits made(0);
  CHECK(made.device->id == host_device_info()->id);
  CHECK(made.device->info == host_device_info());
}

TEST_CASE("muxCreateDeviceWithOptions: the info has the number of compute units",
          "[muxCreateDeviceWithOptions]") {
  const mux_device_info_t info = host_device_info();
  const mux_device_info_s before = *info;
  for (const uint32_t units : {1U, 2U, 64U, uint32_t{MUX_MAX_COMPUTE_UNITS}, info->compute_units}) {
    const DeviceOfUnits made(units);
    CHECK(made.device->id == info->id);
    CHECK(made.device->info != info);
    CHECK(made.device->info->compute_units == units);
    check_same_but_compute_units(*made.device->info, *info);
    mux_queue_t queue = nullptr;
    REQUIRE(muxGetQueue(made.device, mux_queue_type_compute, 0, &queue) == mux_success);
    CHECK(queue->device == made.device);
  }
  // The shared info is not changed.
  CHECK(std::memcmp(&before, info, sizeof(before)) == 0);
}

TEST_CASE(
    "muxCreateDeviceWithOptions: a device created from another device's info outlives that device",
    "[muxCreateDeviceWithOptions]") {
  CountingAllocator counter;
  DeviceOfUnits first(3);
  mux_device_info_t info = first.device->info;
  const mux_device_options_t as_it_is = {};
  const mux_device_options_t other = {5, nullptr, 0};
  mux_device_t devices[3] = {};
  REQUIRE(muxCreateDevices(1, &info, counter.info(), &devices[0]) == mux_success);
  REQUIRE(muxCreateDeviceWithOptions(info, &as_it_is, counter.info(), &devices[1]) == mux_success);
  REQUIRE(muxCreateDeviceWithOptions(info, &other, counter.info(), &devices[2]) == mux_success);
  first.destroy();
  const uint32_t expected[] = {3, 3, 5};
  for (size_t i = 0; i < 3; ++i) {
    CHECK(devices[i]->info->compute_units == expected[i]);
    check_same_but_compute_units(*devices[i]->info, *host_device_info());
    muxDestroyDevice(devices[i], counter.info());
  }
  CHECK(counter.live() == 0);
}

TEST_CASE("muxCreateDeviceWithOptions: as many work-groups run at once, each on its own thread",
          "[muxCreateDeviceWithOptions]") {
  for (const uint32_t units : {1U, 2U, 4U, most_units}) {
    CAPTURE(units);
    MeetingPlace place;
    UnitsFixture fixture(units);
    CHECK(fixture.wait_only(fixture.start_meeting(place, units, units, 0)) == mux_success);
    CHECK(count_met(place) == units);
    fixture.clean_up();
  }
}

TEST_CASE(
    "muxCreateDeviceWithOptions: no more work-groups run at once than there are compute units",
    "[muxCreateDeviceWithOptions]") {
  for (const uint32_t units : {1U, 2U, 4U}) {
    CAPTURE(units);
    MeetingPlace place;
    UnitsFixture fixture(units);
    CHECK(fixture.wait_only(fixture.start_crowd(place, 2000)) == mux_success);
    CHECK(place.inside == 0);
    CHECK(place.most_inside >= 1);
    CHECK(place.most_inside <= units);
    fixture.clean_up();
  }
}

TEST_CASE("muxCreateDeviceWithOptions: devices of different sizes work at once",
          "[muxCreateDeviceWithOptions]") {
  // The groups of both devices wait for each other, so all their threads run concurrently.
  constexpr uint32_t small = 2;
  MeetingPlace place;
  UnitsFixture large(most_units);
  UnitsFixture other(small);
  mux_fence_t first = large.start_meeting(place, most_units, most_units + small, 0);
  mux_fence_t second = other.start_meeting(place, small, most_units + small, most_units);
  CHECK(large.wait_only(first) == mux_success);
  CHECK(other.wait_only(second) == mux_success);
  CHECK(count_met(place) == most_units + small);
  large.clean_up();
  other.clean_up();
}

namespace {

using Numbers = std::vector<uint32_t>;

/// The processors of the calling thread.
Numbers own_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  REQUIRE(sched_getaffinity(0, sizeof set, &set) == 0);
  Numbers numbers;
  for (uint32_t number = 0; number < CPU_SETSIZE; ++number) {
    if (CPU_ISSET(number, &set)) {
      numbers.push_back(number);
    }
  }
  return numbers;
}

/// Replaces the fixture's device by one bound to processors. A callback reports its processors.
class BoundFixture : public CommandBufferFixture {
 public:
  void bind_to(const Numbers &processors, uint32_t compute_units) {
    clean_up();
    muxDestroyDevice(device, allocator);
    const mux_device_options_t options = {compute_units, processors.data(), processors.size()};
    REQUIRE(muxCreateDeviceWithOptions(host_device_info(), &options, allocator, &device) ==
            mux_success);
    REQUIRE(muxGetQueue(device, mux_queue_type_compute, 0, &queue) == mux_success);
  }

  Numbers where_callbacks_run() {
    Numbers seen;
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandUserCallback(
                commands,
                [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                  *static_cast<Numbers *>(user_data) = own_processors();
                },
                &seen, 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
    mux_fence_t fence = make_fence();
    REQUIRE(muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    return seen;
  }
};

}  // namespace

TEST_CASE("muxCreateDeviceWithOptions.processors: invalid lists and processors",
          "[muxCreateDeviceWithOptions]") {
  CountingAllocator counter;
  const uint32_t first = own_processors().front();
  const uint32_t unusable[] = {first, MUX_MAX_PROCESSORS - 1};
  const uint32_t no_numbers[] = {first, MUX_MAX_PROCESSORS, UINT32_MAX};
  const Numbers too_many(MUX_MAX_PROCESSORS + 1, first);
  const mux_device_options_t wrong[] = {
      {0, nullptr, 1},    {0, &first, 0},       {0, too_many.data(), too_many.size()},
      {0, unusable, 2},   {0, &unusable[1], 1}, {0, no_numbers, 2},
      {0, no_numbers, 3},
  };
  const Numbers before = own_processors();
  for (const mux_device_options_t &options : wrong) {
    mux_device_t device = nullptr;
    entry_point.fails(
        mux_error_invalid_value,
        muxCreateDeviceWithOptions(host_device_info(), &options, counter.info(), &device));
    CHECK(device == nullptr);
  }
  CHECK(own_processors() == before);
  CHECK(counter.total() == 0);
}

TEST_CASE_METHOD(BoundFixture,
                 "muxCreateDeviceWithOptions.processors: workers are bound to the processors",
                 "[muxCreateDeviceWithOptions]") {
  const Numbers before = own_processors();
  CHECK(where_callbacks_run() == before);
  for (const uint32_t processor : before) {
    bind_to({processor}, 3);
    CHECK(device->info->compute_units == 3);
    CHECK(where_callbacks_run() == Numbers{processor});
  }
  // By default as many compute units as processors.
  bind_to(before, 0);
  CHECK(device->info->compute_units == before.size());
  CHECK(where_callbacks_run() == before);
  CHECK(own_processors() == before);
}

TEST_CASE_METHOD(
    BoundFixture,
    "muxCreateDeviceWithOptions.processors: the info of a device does not include them",
    "[muxCreateDeviceWithOptions]") {
  const Numbers before = own_processors();
  bind_to({before.front()}, 2);
  mux_device_info_t info = device->info;
  CountingAllocator counter;
  mux_device_t other = nullptr;
  REQUIRE(muxCreateDevices(1, &info, counter.info(), &other) == mux_success);
  std::swap(device, other);
  REQUIRE(muxGetQueue(device, mux_queue_type_compute, 0, &queue) == mux_success);
  CHECK(where_callbacks_run() == before);
  clean_up();
  std::swap(device, other);
  muxDestroyDevice(other, counter.info());
}

}  // namespace mux::test::mux_create_device_with_options
