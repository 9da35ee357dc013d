#include <catch2/catch.hpp>

#include "recording_checks.h"
#include "unsupported_objects.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCommandResetQueryPool");

class CommandResetQueryPoolFixture : public QueryPoolFixture {
 public:
  mux_result_t record(mux_query_pool_t target, uint32_t index, uint32_t count) {
    return muxCommandResetQueryPool(command_buffer, target, index, count, 0, nullptr, nullptr);
  }

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandResetQueryPool(target, &pool, 0, 1, length, list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandResetQueryPoolFixture,
                 "muxCommandResetQueryPool.rc01: null, wrong-type and foreign command buffers are "
                 "mux_error_invalid_value; a valid call is mux_error_feature_unsupported",
                 "[muxCommandResetQueryPool]") {
  check_unsupported_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandResetQueryPoolFixture,
                 "muxCommandResetQueryPool.rc02: null, wrong-type and foreign query pools are "
                 "mux_error_invalid_value",
                 "[muxCommandResetQueryPool]") {
  for (mux_query_pool_t invalid : InvalidObjects<mux_query_pool_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, 0, 1));
  }
}

TEST_CASE_METHOD(
    CommandResetQueryPoolFixture,
    "muxCommandResetQueryPool.rc03: a first slot past the pool is mux_error_invalid_value",
    "[muxCommandResetQueryPool]") {
  for (const uint32_t index : {4U, 5U, ~0U}) {
    entry_point.fails(mux_error_invalid_value, record(&pool, index, 1));
  }
}

TEST_CASE_METHOD(CommandResetQueryPoolFixture,
                 "muxCommandResetQueryPool.rc04: slots past the pool are mux_error_invalid_value",
                 "[muxCommandResetQueryPool]") {
  entry_point.fails(mux_error_invalid_value, record(&pool, 0, 5));
  entry_point.fails(mux_error_invalid_value, record(&pool, 3, 2));
  entry_point.fails(mux_error_invalid_value, record(&pool, 1, ~0U));
  entry_point.fails(mux_error_feature_unsupported, record(&pool, 3, 1));
}

TEST_CASE_METHOD(CommandResetQueryPoolFixture,
                 "muxCommandResetQueryPool.rc05, rc06: a wait list and its length go together",
                 "[muxCommandResetQueryPool]") {
  check_wait_list_length(entry_point, *this, valid);
}
