#include <catch2/catch.hpp>

#include "recording_checks.h"
#include "unsupported_objects.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCommandEndQuery");

class CommandEndQueryFixture : public QueryPoolFixture {
 public:
  mux_result_t record(mux_query_pool_t target, uint32_t index, uint32_t count) {
    return muxCommandEndQuery(command_buffer, target, index, count, 0, nullptr, nullptr);
  }

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandEndQuery(target, &pool, 0, 1, length, list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.rc01: null, wrong-type and foreign command buffers are "
                 "mux_error_invalid_value; a valid call is mux_error_feature_unsupported",
                 "[muxCommandEndQuery]") {
  check_unsupported_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(
    CommandEndQueryFixture,
    "muxCommandEndQuery.rc02: null, wrong-type and foreign query pools are mux_error_invalid_value",
    "[muxCommandEndQuery]") {
  for (mux_query_pool_t invalid : InvalidObjects<mux_query_pool_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, 0, 1));
  }
}

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.rc03: a first slot past the pool is mux_error_invalid_value",
                 "[muxCommandEndQuery]") {
  for (const uint32_t index : {4U, 5U, ~0U}) {
    entry_point.fails(mux_error_invalid_value, record(&pool, index, 1));
  }
}

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.rc04: slots past the pool are mux_error_invalid_value",
                 "[muxCommandEndQuery]") {
  entry_point.fails(mux_error_invalid_value, record(&pool, 0, 5));
  entry_point.fails(mux_error_invalid_value, record(&pool, 3, 2));
  entry_point.fails(mux_error_invalid_value, record(&pool, 1, ~0U));
  entry_point.fails(mux_error_feature_unsupported, record(&pool, 3, 1));
}

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.rc07, rc08: a wait list and its length go together",
                 "[muxCommandEndQuery]") {
  check_wait_list_length(entry_point, *this, valid);
}
