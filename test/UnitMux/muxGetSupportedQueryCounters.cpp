#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

namespace {
constexpr EntryPoint entry_point("muxGetSupportedQueryCounters");
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedQueryCounters.rc01: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxGetSupportedQueryCounters]") {
  uint32_t count = 0;
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails(
        mux_error_invalid_value,
        muxGetSupportedQueryCounters(invalid, mux_queue_type_compute, 0, nullptr, nullptr, &count));
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedQueryCounters.rc02, vu01: without counters a valid call is "
                 "mux_error_feature_unsupported",
                 "[muxGetSupportedQueryCounters]") {
  REQUIRE_FALSE(device->info->query_counter_support);
  uint32_t count = 0;
  entry_point.fails(
      mux_error_feature_unsupported,
      muxGetSupportedQueryCounters(device, mux_queue_type_compute, 0, nullptr, nullptr, &count));
  const auto results = run_in_threads([&](unsigned) {
    uint32_t found = 0;
    return muxGetSupportedQueryCounters(device, mux_queue_type_compute, 0, nullptr, nullptr,
                                        &found);
  });
  for (const mux_result_t result : results) {
    CHECK(result == mux_error_feature_unsupported);
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedQueryCounters.rc03: an unknown queue type is "
                 "mux_error_invalid_value",
                 "[muxGetSupportedQueryCounters]") {
  uint32_t count = 0;
  entry_point.fails(
      mux_error_invalid_value,
      muxGetSupportedQueryCounters(device, mux_queue_type_total, 0, nullptr, nullptr, &count));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedQueryCounters.rc04: arrays of length 0 are "
                 "mux_error_invalid_value",
                 "[muxGetSupportedQueryCounters]") {
  mux_query_counter_t counters[1] = {};
  mux_query_counter_description_t descriptions[1] = {};
  entry_point.fails(
      mux_error_invalid_value,
      muxGetSupportedQueryCounters(device, mux_queue_type_compute, 0, counters, nullptr, nullptr));
  entry_point.fails(mux_error_invalid_value,
                    muxGetSupportedQueryCounters(device, mux_queue_type_compute, 0, nullptr,
                                                 descriptions, nullptr));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedQueryCounters.rc05: a length without arrays is "
                 "mux_error_null_out_parameter",
                 "[muxGetSupportedQueryCounters]") {
  uint32_t count = 0;
  entry_point.fails(
      mux_error_null_out_parameter,
      muxGetSupportedQueryCounters(device, mux_queue_type_compute, 1, nullptr, nullptr, &count));
}
