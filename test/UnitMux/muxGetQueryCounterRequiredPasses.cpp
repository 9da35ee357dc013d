#include <catch2/catch.hpp>

#include "fixtures.h"
#include "threads.h"

using namespace mux::test;

namespace {
constexpr EntryPoint entry_point("muxGetQueryCounterRequiredPasses");
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetQueryCounterRequiredPasses.rc01: null, wrong-type and foreign queues are "
                 "mux_error_invalid_value",
                 "[muxGetQueryCounterRequiredPasses]") {
  const mux_query_counter_config_t config = {1, nullptr};
  uint32_t passes = 0;
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxGetQueryCounterRequiredPasses(invalid, 1, &config, &passes));
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetQueryCounterRequiredPasses.rc02: a count of 0 is mux_error_invalid_value",
                 "[muxGetQueryCounterRequiredPasses]") {
  const mux_query_counter_config_t config = {1, nullptr};
  uint32_t passes = 0;
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryCounterRequiredPasses(queue, 0, &config, &passes));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetQueryCounterRequiredPasses.rc03: no configs are mux_error_invalid_value",
                 "[muxGetQueryCounterRequiredPasses]") {
  uint32_t passes = 0;
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryCounterRequiredPasses(queue, 1, nullptr, &passes));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetQueryCounterRequiredPasses.rc04: no out parameter is "
                 "mux_error_null_out_parameter",
                 "[muxGetQueryCounterRequiredPasses]") {
  const mux_query_counter_config_t config = {1, nullptr};
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetQueryCounterRequiredPasses(queue, 1, &config, nullptr));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetQueryCounterRequiredPasses.vu01: without counters a valid call is "
                 "mux_error_feature_unsupported",
                 "[muxGetQueryCounterRequiredPasses]") {
  const mux_query_counter_config_t config = {1, nullptr};
  const auto results = run_in_threads([&](unsigned) {
    uint32_t passes = 0;
    return muxGetQueryCounterRequiredPasses(queue, 1, &config, &passes);
  });
  for (const mux_result_t result : results) {
    CHECK(result == mux_error_feature_unsupported);
  }
  uint32_t passes = 0;
  entry_point.fails(mux_error_feature_unsupported,
                    muxGetQueryCounterRequiredPasses(queue, 1, &config, &passes));
}
