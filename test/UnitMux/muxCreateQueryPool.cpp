#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

namespace {
constexpr EntryPoint entry_point("muxCreateQueryPool");
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateQueryPool.rc01: null, wrong-type and foreign queues are "
                 "mux_error_invalid_value",
                 "[muxCreateQueryPool]") {
  mux_query_pool_t pool = nullptr;
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxCreateQueryPool(invalid, mux_query_type_duration,
                                                                  1, nullptr, allocator, &pool));
  }
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateQueryPool.rc03: a count of 0 is mux_error_invalid_value",
                 "[muxCreateQueryPool]") {
  mux_query_pool_t pool = nullptr;
  entry_point.fails(mux_error_invalid_value, muxCreateQueryPool(queue, mux_query_type_duration, 0,
                                                                nullptr, allocator, &pool));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateQueryPool.rc04: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateQueryPool]") {
  entry_point.fails(
      mux_error_null_out_parameter,
      muxCreateQueryPool(queue, mux_query_type_duration, 1, nullptr, allocator, nullptr));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateQueryPool: an incomplete allocator is mux_error_null_allocator_callback",
                 "[muxCreateQueryPool]") {
  mux_query_pool_t pool = nullptr;
  for (const mux_allocator_info_t &invalid : invalid_allocators(allocator)) {
    entry_point.fails(
        mux_error_null_allocator_callback,
        muxCreateQueryPool(queue, mux_query_type_duration, 1, nullptr, invalid, &pool));
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateQueryPool.vu01: without queries a valid call is "
                 "mux_error_feature_unsupported",
                 "[muxCreateQueryPool]") {
  const auto results = run_in_threads([&](unsigned) {
    mux_query_pool_t pool = nullptr;
    return muxCreateQueryPool(queue, mux_query_type_duration, 1, nullptr, allocator, &pool);
  });
  for (const mux_result_t result : results) {
    CHECK(result == mux_error_feature_unsupported);
  }
  mux_query_pool_t pool = nullptr;
  entry_point.fails(
      mux_error_feature_unsupported,
      muxCreateQueryPool(queue, mux_query_type_duration, 1, nullptr, allocator, &pool));
}
