#include <mux/extensions.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstring>
#include <thread>

#include "../run_in_threads.h"
#include "query_pools.h"
#include "queues.h"

namespace mux::test::mux_get_query_pool_results {

namespace {

constexpr EntryPoint entry_point("muxGetQueryPoolResults");
constexpr size_t stride = sizeof(mux_query_duration_result_s);

class ResultsFixture : public QueryFixture {
 public:
  mux_result_t get(uint32_t index, uint32_t count, size_t size, size_t distance = stride) {
    return muxGetQueryPoolResults(queue, duration_pool, index, count, size, results, distance);
  }

  void record_callback(mux_command_user_callback_t function, void *user_data = nullptr) {
    REQUIRE(muxCommandUserCallback(command_buffer, function, user_data, 0, nullptr, nullptr) ==
            mux_success);
  }

  /// Runs the callback in a query of one counter.
  mux_query_counter_result_s measure(const char *name, mux_command_user_callback_t function,
                                     void *user_data = nullptr) {
    mux_query_pool_t pool = make_counter_pool({name});
    command_buffer = make_command_buffer();
    begin(pool);
    record_callback(function, user_data);
    end(pool);
    REQUIRE(run(command_buffer) == mux_success);
    return values(pool)[0];
  }

  mux_query_counter_storage_e storage_of(const char *name) const {
    REQUIRE(find_counter(name) != nullptr);
    return find_counter(name)->counter.storage;
  }

  mux_query_duration_result_s results[4] = {};
};

/// 64 MiB that are resident after they are touched.
constexpr size_t block_size = size_t{64} << 20;
void *block = nullptr;

void touch_block(mux_queue_t, mux_command_buffer_t, void *) {
  block = mmap(nullptr, block_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block != MAP_FAILED) {
    std::memset(block, 1, block_size);
  }
}

void unmap_block(mux_queue_t, mux_command_buffer_t, void *) {
  munmap(block, block_size);
}

void do_nothing(mux_queue_t, mux_command_buffer_t, void *) {}

}  // namespace

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.rc01: null, wrong-type and foreign queues are "
                 "mux_error_invalid_value",
                 "[muxGetQueryPoolResults]") {
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    const mux_result_t result =
        muxGetQueryPoolResults(invalid, duration_pool, 0, 1, stride, results, stride);
    // That message is only for a valid queue of another pool.
    CHECK_THAT(muxGetLastErrorMessage(), !Catch::Contains("another queue"));
    entry_point.fails(mux_error_invalid_value, result);
  }
  const DeviceFixture other;
  entry_point.fails_because(
      "another queue", mux_error_invalid_value,
      muxGetQueryPoolResults(other.queue, duration_pool, 0, 1, stride, results, stride));
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults: results are available from the pool's own queue only, "
                 "whatever queues its command buffers ran on",
                 "[muxGetQueryPoolResults][scheduling]") {
  const TestBuffer buffer = make_buffer(64);
  const std::vector<mux_queue_t> queues = queues_of(device);
  REQUIRE(queues.size() > 1);
  mux_query_pool_t pool = nullptr;
  REQUIRE(muxCreateQueryPool(queues[1], mux_query_type_duration, 1, nullptr, allocator, &pool) ==
          mux_success);
  begin(pool);
  fill(buffer);
  end(pool);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  uint64_t last_end = 0;
  for (mux_queue_t each : queues) {
    REQUIRE(muxDispatch(each, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWaitAll(each) == mux_success);
    const mux_result_t result = muxGetQueryPoolResults(each, pool, 0, 1, stride, results, stride);
    if (each == queues[1]) {
      CHECK(result == mux_success);
    } else {
      entry_point.fails_because("another queue", mux_error_invalid_value, result);
    }
    REQUIRE(muxGetQueryPoolResults(queues[1], pool, 0, 1, stride, results, stride) == mux_success);
    // Of this dispatch, not of an earlier one.
    CHECK(results[0].start >= last_end);
    CHECK(results[0].end >= results[0].start);
    CHECK(results[0].end > last_end);
    last_end = results[0].end;
  }
  // Its command buffer is reset first.
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  muxDestroyQueryPool(queues[1], pool, allocator);
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
  // Zero slots at the end are inside the pool, so another rule is broken.
  entry_point.fails(mux_error_invalid_value, get(4, 0, stride));
  for (const uint32_t index : {4U, 5U, ~0U}) {
    entry_point.fails_because("not below", mux_error_invalid_value, get(index, 1, stride));
  }
  CHECK(get(3, 1, stride) == mux_success);
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.rc04: slots past the pool are mux_error_invalid_value",
                 "[muxGetQueryPoolResults]") {
  mux_query_duration_result_s room[8] = {};
  const auto get_more = [&](uint32_t index, uint32_t count, size_t size) {
    return muxGetQueryPoolResults(queue, duration_pool, index, count, size, room, stride);
  };
  entry_point.fails(mux_error_invalid_value, get_more(0, 5, 5 * stride));
  entry_point.fails(mux_error_invalid_value, get_more(3, 2, 2 * stride));
  entry_point.fails(mux_error_invalid_value, get_more(1, ~0U, ~size_t{0}));
  CHECK(get_more(0, 4, 4 * stride) == mux_success);
  CHECK(get_more(3, 0, 0) == mux_success);
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.rc05: a size below what the results need is "
                 "mux_error_invalid_value",
                 "[muxGetQueryPoolResults]") {
  entry_point.fails(mux_error_invalid_value, get(0, 1, stride - 1));
  entry_point.fails(mux_error_invalid_value, get(0, 1, 0));
  entry_point.fails(mux_error_invalid_value, get(0, 4, 3 * stride));
  entry_point.fails(mux_error_invalid_value, get(0, 2, 3 * stride, 3 * stride));
  entry_point.fails(mux_error_invalid_value, get(0, 3, 64, ~size_t{0}));
  CHECK(get(0, 2, 4 * stride, 3 * stride) == mux_success);
  // Results of counters are smaller.
  constexpr size_t small = sizeof(mux_query_counter_result_s);
  entry_point.fails(mux_error_invalid_value, muxGetQueryPoolResults(queue, counter_pool, 0, 4,
                                                                    4 * small - 1, results, small));
  CHECK(muxGetQueryPoolResults(queue, counter_pool, 0, 4, 4 * small, results, small) ==
        mux_success);
}

TEST_CASE_METHOD(ResultsFixture, "muxGetQueryPoolResults.rc06: no data is mux_error_invalid_value",
                 "[muxGetQueryPoolResults]") {
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryPoolResults(queue, duration_pool, 0, 1, stride, nullptr, stride));
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryPoolResults(queue, duration_pool, 0, 0, stride, nullptr, stride));
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.rc07: a stride below the size of a result is "
                 "mux_error_invalid_value",
                 "[muxGetQueryPoolResults]") {
  entry_point.fails(mux_error_invalid_value, get(0, 1, 4 * stride, stride - 1));
  entry_point.fails(mux_error_invalid_value, get(0, 2, 4 * stride, 0));
  constexpr size_t small = sizeof(mux_query_counter_result_s);
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryPoolResults(queue, counter_pool, 0, 1, small, results, small - 1));
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.vu02: while a command buffer writes results, each one "
                 "that is read is whole",
                 "[muxGetQueryPoolResults][scheduling]") {
  begin(duration_pool, 0, 4);
  record_mark(command_buffer);
  end(duration_pool, 0, 4);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  const uint64_t before = host_time();
  constexpr int dispatches = 300;
  for (int i = 0; i < dispatches; ++i) {
    REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    for (const auto &result : durations(duration_pool)) {
      if (result.end != 0) {
        CHECK(before <= result.start);
      }
      CHECK(result.start <= result.end);
    }
  }
  REQUIRE(muxWaitAll(queue) == mux_success);
  CHECK(marks_seen == dispatches);
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.vu03: results are there as soon as the command buffer is "
                 "complete",
                 "[muxGetQueryPoolResults][scheduling]") {
  const TestBuffer buffer = make_buffer(1 << 20);
  begin(duration_pool, 1, 2);
  begin(counter_pool, 1);
  fill(buffer);
  end(counter_pool, 1);
  end(duration_pool, 1, 2);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  uint64_t last = 0;
  for (int i = 0; i < 200; ++i) {
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    const auto now = durations(duration_pool);
    // Only the slots between begin and end have results, new ones each time.
    CHECK(now[0].end == 0);
    CHECK(now[1].start >= last);
    CHECK(now[2].start == now[1].start);
    CHECK(now[1].end >= now[1].start);
    CHECK(now[3].end == 0);
    last = now[1].end;
    CHECK(values(counter_pool)[1].uint32 == 1);
  }
  // Also in the completion function.
  struct Seen {
    mux_queue_t queue;
    mux_query_pool_t pool;
    mux_query_duration_result_s result;
  } seen = {queue, duration_pool, {}};
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(
              queue, command_buffer, fence, nullptr, 0, nullptr, 0,
              [](mux_command_buffer_t, mux_result_t, void *const user_data) {
                auto *self = static_cast<Seen *>(user_data);
                muxGetQueryPoolResults(self->queue, self->pool, 1, 1, stride, &self->result,
                                       stride);
              },
              &seen) == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(seen.result.start >= last);
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.vu04, vu05: start and end lie around the command, in "
                 "nanoseconds",
                 "[muxGetQueryPoolResults][scheduling]") {
  uint64_t times[2] = {};
  begin(duration_pool);
  record_callback(
      [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
        auto *seen = static_cast<uint64_t *>(user_data);
        seen[0] = host_time();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        seen[1] = host_time();
      },
      times);
  end(duration_pool);
  const uint64_t before = host_time();
  REQUIRE(run(command_buffer) == mux_success);
  const uint64_t after = host_time();
  const auto result = durations(duration_pool)[0];
  CHECK(before <= result.start);
  CHECK(result.start <= times[0]);
  CHECK(times[1] <= result.end);
  CHECK(result.end <= after);
  CHECK(result.end - result.start >= 5000000);
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.vu06: a counter stored as int32 counts down as well as up",
                 "[muxGetQueryPoolResults][scheduling]") {
  CHECK(storage_of("thread count change") == mux_query_counter_storage_int32);
  // Starts the threads of the library.
  measure("thread count change", do_nothing);
  struct Threads {
    std::vector<std::thread> running;
    std::atomic<bool> stop{false};
  } threads;
  const auto more = measure(
      "thread count change",
      [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
        auto *self = static_cast<Threads *>(user_data);
        for (int i = 0; i < 40; ++i) {
          self->running.emplace_back([self] {
            while (!self->stop) {
              std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
          });
        }
      },
      &threads);
  const auto fewer = measure(
      "thread count change",
      [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
        auto *self = static_cast<Threads *>(user_data);
        self->stop = true;
        for (std::thread &thread : self->running) {
          thread.join();
        }
        // A joined thread may be counted for another moment.
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      },
      &threads);
  // The library's own threads may change meanwhile, but not so many.
  CHECK(more.int32 >= 20);
  CHECK(more.int32 <= 60);
  CHECK(fewer.int32 <= -20);
  CHECK(fewer.int32 >= -60);
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.vu07: a counter stored as int64 counts down as well as up",
                 "[muxGetQueryPoolResults][scheduling]") {
  CHECK(storage_of("resident memory change") == mux_query_counter_storage_int64);
  const auto more = measure("resident memory change", touch_block);
  REQUIRE(block != MAP_FAILED);
  const auto fewer = measure("resident memory change", unmap_block);
  CHECK(more.int64 >= static_cast<int64_t>(block_size / 2));
  CHECK(fewer.int64 <= -static_cast<int64_t>(block_size / 2));
}

TEST_CASE_METHOD(ResultsFixture, "muxGetQueryPoolResults.vu08: a counter stored as uint32",
                 "[muxGetQueryPoolResults][scheduling]") {
  CHECK(storage_of("commands") == mux_query_counter_storage_uint32);
  const TestBuffer buffer = make_buffer(64);
  begin(counter_pool, 1);
  for (int i = 0; i < 1000; ++i) {
    fill(buffer);
  }
  end(counter_pool, 1);
  fill(buffer);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(values(counter_pool)[1].uint32 == 1000);
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults.vu09: a counter stored as uint64 counts beyond 32 bits",
                 "[muxGetQueryPoolResults][scheduling]") {
  CHECK(storage_of("transferred bytes") == mux_query_counter_storage_uint64);
  const TestBuffer buffer = make_buffer(32 << 20);
  begin(counter_pool, 2);
  constexpr uint64_t repeats = 130;
  for (uint64_t i = 0; i < repeats; ++i) {
    fill(buffer);
  }
  end(counter_pool, 2);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(values(counter_pool)[2].uint64 == repeats * (32 << 20));
  CHECK(values(counter_pool)[2].uint64 > uint64_t{1} << 32);
}

TEST_CASE_METHOD(ResultsFixture, "muxGetQueryPoolResults.vu10: a counter stored as float32",
                 "[muxGetQueryPoolResults][scheduling]") {
  CHECK(storage_of("utilization") == mux_query_counter_storage_float32);
  // A worker that sleeps in a callback is busy nearly all the time, and no other is.
  const auto sleep = [](mux_queue_t, mux_command_buffer_t, void *) {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
  };
  const float percentage = measure("utilization", sleep).float32;
  const auto whole = 100.0F / static_cast<float>(device->info->compute_units);
  CHECK(percentage > 0);
  CHECK(percentage <= whole * 1.001F);
  // An empty query has no busy time.
  mux_query_pool_t pool = make_counter_pool({"utilization"});
  command_buffer = make_command_buffer();
  begin(pool);
  end(pool);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(values(pool)[0].float32 == 0.0F);
}

TEST_CASE_METHOD(ResultsFixture, "muxGetQueryPoolResults.vu11: a counter stored as float64",
                 "[muxGetQueryPoolResults][scheduling]") {
  CHECK(storage_of("transfer rate") == mux_query_counter_storage_float64);
  const TestBuffer buffer = make_buffer(16 << 20);
  mux_query_pool_t pool = make_counter_pool({"transfer rate"});
  mux_query_pool_t inner = make_duration_pool(1);
  // The counter's time contains the inner duration and is inside of the outer one.
  begin(pool);
  begin(inner);
  fill(buffer);
  end(inner);
  end(pool);
  const uint64_t before = host_time();
  REQUIRE(run(command_buffer) == mux_success);
  const uint64_t after = host_time();
  const auto duration = durations(inner)[0];
  const double rate = values(pool)[0].float64;
  const double bytes = 16 << 20;
  CHECK(rate <= bytes * 1e9 / static_cast<double>(duration.end - duration.start) * 1.000001);
  CHECK(rate >= bytes * 1e9 / static_cast<double>(after - before) * 0.999999);
}

TEST_CASE_METHOD(ResultsFixture,
                 "muxGetQueryPoolResults: results are written at a stride, and bytes between them "
                 "are not changed",
                 "[muxGetQueryPoolResults]") {
  for (uint32_t slot = 0; slot < 4; ++slot) {
    begin(duration_pool, slot);
    record_mark(command_buffer);
    end(duration_pool, slot);
  }
  REQUIRE(run(command_buffer) == mux_success);
  const auto expected = durations(duration_pool);
  constexpr size_t wide = 40;
  std::vector<uint8_t> bytes(3 * wide, 0xab);
  REQUIRE(muxGetQueryPoolResults(queue, duration_pool, 1, 3, 2 * wide + stride, bytes.data(),
                                 wide) == mux_success);
  for (size_t i = 0; i < bytes.size(); ++i) {
    CAPTURE(i);
    const size_t slot = 1 + i / wide;
    const uint8_t wanted =
        i % wide < stride ? reinterpret_cast<const uint8_t *>(&expected[slot])[i % wide] : 0xab;
    CHECK(bytes[i] == wanted);
  }
}

}  // namespace mux::test::mux_get_query_pool_results
