#include <catch2/catch.hpp>

#include "unsupported_objects.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxGetQueryPoolResults");
constexpr size_t stride = sizeof(mux_query_duration_result_s);

class ResultsFixture : public QueryPoolFixture {
 public:
  mux_query_duration_result_s results[4] = {};
};

}  // namespace

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.rc01: null, wrong-type and foreign queues are "
                 "mux_error_invalid_value",
                 "[muxGetQueryPoolResults]") {
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxGetQueryPoolResults(invalid, &pool, 0, 1, stride, results, stride));
  }
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.rc02: null, wrong-type and foreign query pools are "
                 "mux_error_invalid_value",
                 "[muxGetQueryPoolResults]") {
  for (mux_query_pool_t invalid : InvalidObjects<mux_query_pool_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxGetQueryPoolResults(queue, invalid, 0, 1, stride, results, stride));
  }
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.rc03: a first slot past the pool is "
                 "mux_error_invalid_value",
                 "[muxGetQueryPoolResults]") {
  for (const uint32_t index : {4U, ~0U}) {
    entry_point.fails(mux_error_invalid_value,
                      muxGetQueryPoolResults(queue, &pool, index, 1, stride, results, stride));
  }
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.rc04: slots past the pool are mux_error_invalid_value",
                 "[muxGetQueryPoolResults]") {
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryPoolResults(queue, &pool, 0, 5, 5 * stride, results, stride));
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryPoolResults(queue, &pool, 3, 2, 2 * stride, results, stride));
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryPoolResults(queue, &pool, 1, ~0U, ~0UL, results, stride));
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.rc05: a size below what the results need is "
                 "mux_error_invalid_value",
                 "[muxGetQueryPoolResults]") {
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryPoolResults(queue, &pool, 0, 1, stride - 1, results, stride));
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryPoolResults(queue, &pool, 0, 4, 3 * stride, results, stride));
}

TEST_CASE_METHOD(ResultsFixture, "muxGetQueryPoolResults.rc06: no data is mux_error_invalid_value",
                 "[muxGetQueryPoolResults]") {
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryPoolResults(queue, &pool, 0, 1, stride, nullptr, stride));
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.rc07: a stride below the size of a result is "
                 "mux_error_invalid_value",
                 "[muxGetQueryPoolResults]") {
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryPoolResults(queue, &pool, 0, 1, 4 * stride, results, stride - 1));
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults: without queries a valid call is "
                 "mux_error_feature_unsupported",
                 "[muxGetQueryPoolResults]") {
  entry_point.fails(mux_error_feature_unsupported,
                    muxGetQueryPoolResults(queue, &pool, 0, 4, 4 * stride, results, stride));
}
