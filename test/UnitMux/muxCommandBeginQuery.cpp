#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <random>

#include "query_pools.h"
#include "recording_checks.h"

namespace mux::test::mux_command_begin_query {

namespace {

constexpr EntryPoint entry_point("muxCommandBeginQuery");

class CommandBeginQueryFixture : public QueryFixture {
 public:
  mux_result_t record(mux_query_pool_t target, uint32_t index, uint32_t count) {
    return muxCommandBeginQuery(command_buffer, target, index, count, 0, nullptr, nullptr);
  }

  mux_query_pool_t many = make_duration_pool(1 << 20);
  std::atomic<uint32_t> next{0};

  // A slot can begin only once, so each call uses another one.
  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandBeginQuery(target, many, next++, 1, length, list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandBeginQueryFixture,
                 "muxCommandBeginQuery.rc01, rc07, vu02 and vu03: command buffers, "
                 "sync-points, memory",
                 "[muxCommandBeginQuery][scheduling]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandBeginQueryFixture,
                 "muxCommandBeginQuery.rc02: null, wrong-type and foreign query pools are "
                 "mux_error_invalid_value",
                 "[muxCommandBeginQuery]") {
  for (mux_query_pool_t invalid : InvalidObjects<mux_query_pool_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, 0, 1));
  }
  const QueryFixture other;
  entry_point.fails(mux_error_invalid_value, record(other.duration_pool, 0, 1));
  entry_point.fails(mux_error_invalid_value, record(other.counter_pool, 0, 1));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandBeginQueryFixture,
                 "muxCommandBeginQuery.rc03: a first slot past the pool is mux_error_invalid_value",
                 "[muxCommandBeginQuery]") {
  // Zero slots at the end are inside the pool, so another rule is broken.
  entry_point.fails(mux_error_invalid_value, record(duration_pool, 4, 0));
  for (const uint32_t index : {4U, 5U, ~0U}) {
    entry_point.fails_because("not below", mux_error_invalid_value,
                              record(duration_pool, index, 1));
    entry_point.fails_because("not below", mux_error_invalid_value, record(counter_pool, index, 1));
  }
  CHECK(record(duration_pool, 3, 1) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandBeginQueryFixture,
                 "muxCommandBeginQuery.rc04: slots past the pool are mux_error_invalid_value",
                 "[muxCommandBeginQuery]") {
  for (mux_query_pool_t pool : {duration_pool, counter_pool}) {
    entry_point.fails(mux_error_invalid_value, record(pool, 0, 5));
    entry_point.fails(mux_error_invalid_value, record(pool, 3, 2));
    entry_point.fails(mux_error_invalid_value, record(pool, 1, ~0U));
    CHECK(record(pool, 3, 1) == mux_success);
    CHECK(record(pool, 0, 3) == mux_success);
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandBeginQueryFixture,
                 "muxCommandBeginQuery.rc05, rc06: a wait list and its length go together",
                 "[muxCommandBeginQuery]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandBeginQueryFixture,
                 "muxCommandBeginQuery.rc07: a slot that was begun and not ended begins anew",
                 "[muxCommandBeginQuery][scheduling]") {
  mux_query_pool_t counting = make_counter_pool({"commands", "commands", "commands", "commands"});
  REQUIRE(record(counting, 0, 4) == mux_success);
  record_mark(command_buffer);
  // A part of the open slots, open and closed slots, and the same twice.
  CHECK(record(counting, 1, 2) == mux_success);
  record_mark(command_buffer);
  end(counting, 3);
  CHECK(record(counting, 2, 2) == mux_success);
  CHECK(record(counting, 2, 2) == mux_success);
  record_mark(command_buffer);
  end(counting, 0, 4);
  // Each has ended.
  CHECK(muxCommandEndQuery(command_buffer, counting, 2, 1, 0, nullptr, nullptr) ==
        mux_error_invalid_value);
  REQUIRE(run(command_buffer) == mux_success);
  const auto results = values(counting);
  CHECK(results[0].uint32 == 3);
  CHECK(results[1].uint32 == 2);
  CHECK(results[2].uint32 == 1);
  CHECK(results[3].uint32 == 1);
}

TEST_CASE_METHOD(CommandBeginQueryFixture,
                 "muxCommandBeginQuery.rc07: a duration that is begun twice starts at the second",
                 "[muxCommandBeginQuery][scheduling]") {
  REQUIRE(record(duration_pool, 0, 2) == mux_success);
  record_mark(command_buffer);
  CHECK(record(duration_pool, 1, 2) == mux_success);
  end(duration_pool, 0, 3);
  // No slots at all begin nothing.
  CHECK(record(duration_pool, 2, 0) == mux_success);
  // Other command buffers have separate queries.
  mux_command_buffer_t other = make_command_buffer();
  CHECK(muxCommandBeginQuery(other, duration_pool, 0, 4, 0, nullptr, nullptr) == mux_success);
  expect_still_runs();
  const auto results = durations(duration_pool);
  CHECK(results[0].start < results[1].start);
  CHECK(results[1].start == results[2].start);
  CHECK(results[2].start != 0);
  // As has this one after a reset.
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  CHECK(record(duration_pool, 0, 4) == mux_success);
}

TEST_CASE_METHOD(CommandBeginQueryFixture,
                 "muxCommandBeginQuery: without memory, queries begun before continue",
                 "[muxCommandBeginQuery][scheduling]") {
  constexpr uint32_t slots = 3 * 400;
  mux_query_pool_t counting =
      make_counter_pool(std::vector<std::string_view>(slots, std::string_view("commands")));
  REQUIRE(record(counting, 0, slots) == mux_success);
  record_mark(command_buffer);
  // Each begin splits the range of open slots, which allocates.
  std::vector<uint32_t> expected(slots, 1);
  int refused = 0;
  for (uint32_t slot = 1; slot < slots; slot += 3) {
    counter.fail_always();
    const mux_result_t result = record(counting, slot, 1);
    counter.succeed();
    if (result == mux_success) {
      expected[slot] = 0;
    } else {
      ++refused;
      entry_point.fails(mux_error_out_of_memory, result);
    }
  }
  CHECK(refused > 0);
  end(counting, 0, slots);
  REQUIRE(run(command_buffer) == mux_success);
  const auto results = values(counting);
  for (uint32_t slot = 0; slot < slots; ++slot) {
    CHECK(results[slot].uint32 == expected[slot]);
  }
}

TEST_CASE_METHOD(CommandBeginQueryFixture,
                 "muxCommandBeginQuery: durations of one pool at a time, counters of any number",
                 "[muxCommandBeginQuery][scheduling]") {
  mux_query_pool_t second = make_duration_pool(4);
  mux_query_pool_t more = make_counter_pool({"commands"});
  REQUIRE(record(duration_pool, 0, 2) == mux_success);
  entry_point.fails(mux_error_invalid_value, record(second, 0, 1));
  CHECK(record(counter_pool, 0, 4) == mux_success);
  CHECK(record(more, 0, 1) == mux_success);
  record_mark(command_buffer);
  end(duration_pool, 0);
  entry_point.fails(mux_error_invalid_value, record(second, 0, 1));
  end(duration_pool, 1);
  REQUIRE(record(second, 0, 1) == mux_success);
  entry_point.fails(mux_error_invalid_value, record(duration_pool, 0, 1));
  record_mark(command_buffer);
  end(second);
  end(more);
  end(counter_pool, 0, 4);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(durations(duration_pool)[1].end <= durations(second)[0].start);
  CHECK(values(more)[0].uint32 == 2);
  CHECK(values(counter_pool)[1].uint32 == 2);
}

TEST_CASE_METHOD(CommandBeginQueryFixture,
                 "muxCommandBeginQuery: a query that does not end does not change its slots",
                 "[muxCommandBeginQuery][scheduling]") {
  begin(counter_pool, 0, 2);
  record_mark(command_buffer);
  end(counter_pool, 1);
  REQUIRE(record(duration_pool, 0, 4) == mux_success);
  expect_still_runs();
  CHECK(values(counter_pool)[1].uint32 == 1);
  for (const auto &result : durations(duration_pool)) {
    CHECK(result.start == 0);
    CHECK(result.end == 0);
  }
}

TEST_CASE_METHOD(CommandBeginQueryFixture,
                 "muxCommandBeginQuery: begins and ends of random slots measure each on its own",
                 "[muxCommandBeginQuery][scheduling]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  constexpr uint32_t slots = 16;
  mux_query_pool_t pool =
      make_counter_pool(std::vector<std::string_view>(slots, std::string_view("commands")));
  // The expected values of a reference: commands since each slot began, -1 if it is not open.
  int open[slots];
  uint32_t expected[slots] = {};
  std::fill(std::begin(open), std::end(open), -1);
  for (int step = 0; step < 400; ++step) {
    const uint32_t first = random() % slots;
    const uint32_t count = 1 + random() % (slots - first);
    const bool all_open =
        std::all_of(open + first, open + first + count, [](int since) { return since >= 0; });
    switch (random() % 3) {
      case 0: {
        CHECK(record(pool, first, count) == mux_success);
        std::fill(open + first, open + first + count, 0);
        break;
      }
      case 1: {
        const mux_result_t result =
            muxCommandEndQuery(command_buffer, pool, first, count, 0, nullptr, nullptr);
        CHECK(result == (all_open ? mux_success : mux_error_invalid_value));
        for (uint32_t slot = first; result == mux_success && slot < first + count; ++slot) {
          expected[slot] = static_cast<uint32_t>(open[slot]);
          open[slot] = -1;
        }
        break;
      }
      default:
        record_mark(command_buffer);
        for (int &since : open) {
          since += since >= 0 ? 1 : 0;
        }
        break;
    }
  }
  REQUIRE(run(command_buffer) == mux_success);
  const auto results = values(pool);
  for (uint32_t slot = 0; slot < slots; ++slot) {
    CAPTURE(slot);
    CHECK(results[slot].uint32 == expected[slot]);
  }
}

}  // namespace mux::test::mux_command_begin_query
