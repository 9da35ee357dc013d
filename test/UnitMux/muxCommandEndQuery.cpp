#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>

#include "query_pools.h"
#include "recording_checks.h"

namespace mux::test::mux_command_end_query {

namespace {

constexpr EntryPoint entry_point("muxCommandEndQuery");

class CommandEndQueryFixture : public QueryFixture {
 public:
  mux_result_t record(mux_query_pool_t target, uint32_t index, uint32_t count) {
    return muxCommandEndQuery(command_buffer, target, index, count, 0, nullptr, nullptr);
  }

  mux_query_pool_t many = make_duration_pool(1 << 20);
  std::atomic<uint32_t> next{0};

  // Ends a slot that it begins first, another one each time. If the begin fails, the end does, too.
  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    const uint32_t slot = next++;
    muxCommandBeginQuery(target, many, slot, 1, 0, nullptr, nullptr);
    return muxCommandEndQuery(target, many, slot, 1, length, list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.rc01, vu02: null, wrong-type, foreign and finalized command "
                 "buffers are mux_error_invalid_value",
                 "[muxCommandEndQuery]") {
  check_command_buffer(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.rc02: null, wrong-type and foreign query pools are "
                 "mux_error_invalid_value",
                 "[muxCommandEndQuery]") {
  begin(duration_pool);
  for (mux_query_pool_t invalid : InvalidObjects<mux_query_pool_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, 0, 1));
  }
  const QueryFixture other;
  entry_point.fails(mux_error_invalid_value, record(other.duration_pool, 0, 1));
  CHECK(record(duration_pool, 0, 1) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.rc03: a first slot past the pool is mux_error_invalid_value",
                 "[muxCommandEndQuery]") {
  begin(duration_pool, 0, 4);
  for (const uint32_t index : {4U, 5U, ~0U}) {
    entry_point.fails_because("not below", mux_error_invalid_value,
                              record(duration_pool, index, 0));
    entry_point.fails_because("not below", mux_error_invalid_value,
                              record(duration_pool, index, 1));
  }
  CHECK(record(duration_pool, 3, 1) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.rc04: slots past the pool are mux_error_invalid_value",
                 "[muxCommandEndQuery]") {
  begin(duration_pool, 0, 4);
  const uint32_t beyond[][2] = {{0, 5}, {3, 2}, {1, ~0U}};
  for (const auto &slots : beyond) {
    entry_point.fails_because("exceeds", mux_error_invalid_value,
                              record(duration_pool, slots[0], slots[1]));
  }
  CHECK(record(duration_pool, 0, 4) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.rc05: a pool that was not begun is mux_error_invalid_value",
                 "[muxCommandEndQuery][scheduling]") {
  const auto fails = [this](mux_query_pool_t pool, uint32_t count) {
    entry_point.fails_because("no query of the query pool was begun", mux_error_invalid_value,
                              record(pool, 0, count));
  };
  fails(duration_pool, 1);
  fails(duration_pool, 0);
  fails(counter_pool, 1);
  // Not begun by another command buffer, already ended, or with another pool.
  mux_command_buffer_t other = make_command_buffer();
  REQUIRE(muxCommandBeginQuery(other, duration_pool, 0, 1, 0, nullptr, nullptr) == mux_success);
  fails(duration_pool, 1);
  begin(duration_pool);
  fails(counter_pool, 1);
  CHECK(record(duration_pool, 0, 1) == mux_success);
  fails(duration_pool, 1);
  begin(duration_pool);
  expect_still_runs();
  // Begun before a reset.
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  fails(duration_pool, 1);
}

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.rc06: slots that were not begun are mux_error_invalid_value",
                 "[muxCommandEndQuery][scheduling]") {
  begin(duration_pool, 1, 2);
  const uint32_t not_begun[][2] = {{0, 1}, {3, 1}, {0, 2}, {2, 2}, {0, 4}, {0, 0}, {3, 0}};
  for (const auto &slots : not_begun) {
    CAPTURE(slots[0], slots[1]);
    entry_point.fails_because("were begun and not ended", mux_error_invalid_value,
                              record(duration_pool, slots[0], slots[1]));
  }
  // No slots at one that is open end nothing.
  CHECK(record(duration_pool, 1, 0) == mux_success);
  CHECK(record(duration_pool, 2, 1) == mux_success);
  entry_point.fails(mux_error_invalid_value, record(duration_pool, 2, 1));
  entry_point.fails(mux_error_invalid_value, record(duration_pool, 1, 2));
  CHECK(record(duration_pool, 1, 1) == mux_success);
  expect_still_runs();
  CHECK(durations(duration_pool)[0].end == 0);
  CHECK(durations(duration_pool)[1].end != 0);
  CHECK(durations(duration_pool)[2].end != 0);
  CHECK(durations(duration_pool)[3].end == 0);
}

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.rc07, rc08: a wait list and its length go together",
                 "[muxCommandEndQuery]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.rc09: a valid call works with and without sync-points",
                 "[muxCommandEndQuery][scheduling]") {
  check_records(*this, valid);
}

TEST_CASE_METHOD(CommandEndQueryFixture,
                 "muxCommandEndQuery.vu03: sync-points of elsewhere are mux_error_invalid_value",
                 "[muxCommandEndQuery]") {
  check_wait_list_elements(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandEndQueryFixture, "muxCommandEndQuery: without memory, the query stays open",
                 "[muxCommandEndQuery]") {
  constexpr uint32_t slots = 3 * 1000;
  REQUIRE(muxCommandBeginQuery(command_buffer, many, 0, slots, 0, nullptr, nullptr) == mux_success);
  // Each end splits the range of open slots, which allocates.
  uint32_t ended = 0;
  int refused = 0;
  for (uint32_t slot = 1; slot < slots; slot += 3) {
    counter.fail_always();
    mux_result_t result = muxCommandEndQuery(command_buffer, many, slot, 1, 0, nullptr, nullptr);
    counter.succeed();
    if (result != mux_success) {
      ++refused;
      entry_point.fails(mux_error_out_of_memory, result);
      result = muxCommandEndQuery(command_buffer, many, slot, 1, 0, nullptr, nullptr);
    }
    CHECK(result == mux_success);
    ++ended;
  }
  CHECK(refused > 0);
  expect_still_runs();
  const auto results = durations(many);
  const auto written = std::count_if(results.begin(), results.end(),
                                     [](const auto &result) { return result.end != 0; });
  CHECK(written == ended);
}

}  // namespace mux::test::mux_command_end_query
