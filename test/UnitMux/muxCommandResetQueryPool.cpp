#include <catch2/catch.hpp>

#include "query_pools.h"
#include "recording_checks.h"

namespace mux::test::mux_command_reset_query_pool {

namespace {

constexpr EntryPoint entry_point("muxCommandResetQueryPool");

class CommandResetQueryPoolFixture : public QueryFixture {
 public:
  mux_result_t record(mux_query_pool_t target, uint32_t index, uint32_t count) {
    return muxCommandResetQueryPool(command_buffer, target, index, count, 0, nullptr, nullptr);
  }

  /// Writes results into all slots of both pools.
  void fill_pools() {
    mux_command_buffer_t before = command_buffer;
    command_buffer = make_command_buffer();
    begin(duration_pool, 0, 4);
    begin(counter_pool, 0, 4);
    fill(buffer);
    end(counter_pool, 0, 4);
    end(duration_pool, 0, 4);
    REQUIRE(run(command_buffer) == mux_success);
    command_buffer = before;
  }

  TestBuffer buffer = make_buffer(1 << 16);

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandResetQueryPool(target, duration_pool, 0, 1, length, list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandResetQueryPoolFixture,
                 "muxCommandResetQueryPool.rc01, vu02 and vu03: command buffers, "
                 "sync-points, memory",
                 "[muxCommandResetQueryPool][scheduling]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandResetQueryPoolFixture,
                 "muxCommandResetQueryPool.rc02: null, wrong-type and foreign query pools are "
                 "mux_error_invalid_value",
                 "[muxCommandResetQueryPool]") {
  for (mux_query_pool_t invalid : InvalidObjects<mux_query_pool_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, 0, 1));
  }
  const QueryFixture other;
  entry_point.fails(mux_error_invalid_value, record(other.duration_pool, 0, 1));
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandResetQueryPoolFixture,
    "muxCommandResetQueryPool.rc03: a first slot past the pool is mux_error_invalid_value",
    "[muxCommandResetQueryPool]") {
  // Zero slots at the end are inside the pool, so another rule is broken.
  entry_point.fails(mux_error_invalid_value, record(duration_pool, 4, 0));
  for (const uint32_t index : {4U, 5U, ~0U}) {
    entry_point.fails_because("not below", mux_error_invalid_value,
                              record(duration_pool, index, 1));
  }
  CHECK(record(duration_pool, 3, 1) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandResetQueryPoolFixture,
                 "muxCommandResetQueryPool.rc04: slots past the pool are mux_error_invalid_value",
                 "[muxCommandResetQueryPool]") {
  for (mux_query_pool_t pool : {duration_pool, counter_pool}) {
    entry_point.fails(mux_error_invalid_value, record(pool, 0, 5));
    entry_point.fails(mux_error_invalid_value, record(pool, 3, 2));
    entry_point.fails(mux_error_invalid_value, record(pool, 1, ~0U));
    CHECK(record(pool, 0, 4) == mux_success);
    CHECK(record(pool, 3, 0) == mux_success);
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandResetQueryPoolFixture,
                 "muxCommandResetQueryPool.rc05, rc06: a wait list and its length go together",
                 "[muxCommandResetQueryPool]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandResetQueryPoolFixture,
                 "muxCommandResetQueryPool.rc07: the slots are as in a new pool, the others keep "
                 "their results",
                 "[muxCommandResetQueryPool][scheduling]") {
  fill_pools();
  const auto times = durations(duration_pool);
  const auto counts = values(counter_pool);
  REQUIRE(record(duration_pool, 1, 2) == mux_success);
  REQUIRE(record(counter_pool, 2, 2) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  const auto times_after = durations(duration_pool);
  const auto counts_after = values(counter_pool);
  for (size_t slot = 0; slot < 4; ++slot) {
    CAPTURE(slot);
    REQUIRE(times[slot].end != 0);
    const bool reset_time = slot == 1 || slot == 2;
    CHECK(times_after[slot].start == (reset_time ? 0 : times[slot].start));
    CHECK(times_after[slot].end == (reset_time ? 0 : times[slot].end));
    CHECK(counts_after[slot].uint64 == (slot >= 2 ? 0 : counts[slot].uint64));
  }
  // They can be used again.
  fill_pools();
  CHECK(durations(duration_pool)[1].start >= times[3].end);
  CHECK(values(counter_pool)[2].uint64 == counts[2].uint64);
}

TEST_CASE_METHOD(
    CommandResetQueryPoolFixture,
    "muxCommandResetQueryPool: is ordered with other commands, and does not end queries",
    "[muxCommandResetQueryPool][scheduling]") {
  // Between two uses of a slot, after the last, and while another one is open.
  begin(counter_pool, 1, 2);
  fill(buffer);
  end(counter_pool, 1);
  REQUIRE(record(counter_pool, 0, 4) == mux_success);
  begin(duration_pool, 0);
  fill(buffer);
  REQUIRE(record(duration_pool, 0, 4) == mux_success);
  end(duration_pool, 0);
  end(counter_pool, 2);
  for (int i = 0; i < 3; ++i) {
    REQUIRE(run(command_buffer) == mux_success);
    CHECK(values(counter_pool)[1].uint32 == 0);
    CHECK(values(counter_pool)[2].uint64 == 2 * (1 << 16));
    CHECK(durations(duration_pool)[0].end != 0);
  }
}

}  // namespace mux::test::mux_command_reset_query_pool
