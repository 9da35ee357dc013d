#include <catch2/catch.hpp>

#include <set>

#include "object_checks.h"
#include "queues.h"

namespace mux::test::mux_get_queue {

namespace {
constexpr EntryPoint entry_point("muxGetQueue");
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetQueue.rc01: an unknown queue type is mux_error_invalid_value",
                 "[muxGetQueue]") {
  mux_queue_t found = nullptr;
  entry_point.fails(mux_error_invalid_value, muxGetQueue(device, mux_queue_type_total, 0, &found));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetQueue.rc02: an index past the device's queues is mux_error_invalid_value",
                 "[muxGetQueue]") {
  const uint32_t count = device->info->queue_types[mux_queue_type_compute];
  mux_queue_t found = nullptr;
  for (const uint32_t index : {count, count + 1, ~0U}) {
    entry_point.fails(mux_error_invalid_value,
                      muxGetQueue(device, mux_queue_type_compute, index, &found));
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetQueue.rc03: no out parameter is mux_error_null_out_parameter",
                 "[muxGetQueue]") {
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetQueue(device, mux_queue_type_compute, 0, nullptr));
}

TEST_CASE_METHOD(DeviceFixture, "muxGetQueue.rc04: every queue, the same each time",
                 "[muxGetQueue]") {
  for (uint32_t i = 0; i < device->info->queue_types[mux_queue_type_compute]; ++i) {
    mux_queue_t first = nullptr;
    mux_queue_t second = nullptr;
    REQUIRE(muxGetQueue(device, mux_queue_type_compute, i, &first) == mux_success);
    REQUIRE(muxGetQueue(device, mux_queue_type_compute, i, &second) == mux_success);
    CHECK(first == second);
    CHECK(first->id == (mux_object_id_queue | target_of(device->id)));
    CHECK(first->device == device);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxGetQueue.rc04: there are several queues, each an object of its own that stays "
                 "where it is",
                 "[muxGetQueue]") {
  const std::vector<mux_queue_t> queues = queues_of(device);
  CHECK(queues.size() > 1);
  CHECK(std::set<mux_queue_t>(queues.begin(), queues.end()).size() == queues.size());
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (mux_queue_t each : queues) {
    REQUIRE(muxDispatch(each, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWaitAll(each) == mux_success);
  }
  for (uint32_t index = 0; index < queues.size(); ++index) {
    mux_queue_t again = nullptr;
    REQUIRE(muxGetQueue(device, mux_queue_type_compute, index, &again) == mux_success);
    CHECK(again == queues[index]);
  }
}

TEST_CASE_METHOD(DeviceFixture, "muxGetQueue.rc04: two devices have no queue in common",
                 "[muxGetQueue]") {
  const DeviceFixture other;
  const std::vector<mux_queue_t> queues = queues_of(device);
  for (uint32_t index = 0; index < queues.size(); ++index) {
    mux_queue_t found = nullptr;
    REQUIRE(muxGetQueue(other.device, mux_queue_type_compute, index, &found) == mux_success);
    CHECK(found->device == other.device);
    CHECK(std::find(queues.begin(), queues.end(), found) == queues.end());
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetQueue: null, wrong-type and foreign devices are mux_error_invalid_value",
                 "[muxGetQueue]") {
  mux_queue_t found = nullptr;
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxGetQueue(invalid, mux_queue_type_compute, 0, &found));
  }
}

}  // namespace mux::test::mux_get_queue
