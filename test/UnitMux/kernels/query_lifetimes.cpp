// Queries with failing command buffers, clones, updates, memory limits, many slots and forked
// children.

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "query_pools.h"

namespace mux::test::query_lifetimes {

namespace {

constexpr const char *add_source = R"(
  kernel void add(global uint *values, uint amount) { values[get_global_id(0)] += amount; })";

}  // namespace

TEST_CASE_METHOD(QueryFixture, "queries: a command buffer that fails leaves the slots as they are",
                 "[kernels][muxGetQueryPoolResults]") {
  begin(duration_pool);
  begin(counter_pool, 1);
  record_mark(command_buffer);
  end(counter_pool, 1);
  end(duration_pool);
  REQUIRE(run(command_buffer) == mux_success);
  const auto before = durations(duration_pool)[0];
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  REQUIRE(muxCommandResetQueryPool(command_buffer, counter_pool, 0, 4, 0, nullptr, nullptr) ==
          mux_success);
  begin(duration_pool);
  end(duration_pool);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  // It fails, because its semaphore is destroyed.
  mux_semaphore_t doomed = nullptr;
  REQUIRE(muxCreateSemaphore(device, allocator, &doomed) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, command_buffer, fence, &doomed, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  muxDestroySemaphore(device, doomed, allocator);
  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  CHECK(durations(duration_pool)[0].start == before.start);
  CHECK(durations(duration_pool)[0].end == before.end);
  CHECK(values(counter_pool)[1].uint32 == 1);
}

TEST_CASE_METHOD(QueryFixture,
                 "queries: clones and updated command buffers measure what the original did",
                 "[kernels][muxCloneCommandBuffer]") {
  const TestBuffer buffer = make_buffer(1 << 12);
  mux_kernel_t add = build(add_source, "add");
  Arguments arguments;
  arguments.buffer(buffer).value(uint32_t{1});
  begin(duration_pool, 1, 2);
  begin(counter_pool, 0, 3);
  REQUIRE(record(command_buffer, add, arguments, Range::linear(1024, 8)) == mux_success);
  end(counter_pool, 0, 1);
  end(counter_pool, 1, 2);
  end(duration_pool, 1, 2);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, allocator, command_buffer, &clone) == mux_success);
  at_end([=, this] { muxDestroyCommandBuffer(device, clone, allocator); });
  // The original is not needed any more.
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  uint64_t index = 1;
  const uint32_t two = 2;
  mux_descriptor_info_t descriptor = {};
  descriptor.type = mux_descriptor_info_type_plain_old_data;
  descriptor.plain_old_data_descriptor = {&two, sizeof(two)};
  REQUIRE(dispatch_and_wait(clone) == mux_success);
  // Command 2 is the ND-range.
  REQUIRE(muxUpdateDescriptors(clone, 2, 1, &index, &descriptor) == mux_success);
  const uint64_t between = host_time();
  for (int i = 0; i < 2; ++i) {
    REQUIRE(muxDispatch(queue, clone, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxUpdateDescriptors(clone, 2, 1, &index, &descriptor) == mux_success);
  }
  REQUIRE(muxWaitAll(queue) == mux_success);
  CHECK(buffer.as<uint32_t>()[5] >= 3);
  CHECK(values(counter_pool)[0].uint64 == 128);
  CHECK(values(counter_pool)[1].uint32 == 1);
  CHECK(durations(duration_pool)[0].end == 0);
  CHECK(durations(duration_pool)[2].start >= between);
}

TEST_CASE_METHOD(QueryFixture, "queries: dispatching allocates nothing after warm-up",
                 "[kernels][muxDispatch]") {
  const TestBuffer buffer = make_buffer(4 << 20);
  mux_query_pool_t pool =
      make_counter_pool({"tiles", "CPU time", "page faults", "resident memory change"});
  begin(duration_pool, 0, 4);
  begin(pool, 0, 4);
  fill(buffer);
  end(pool, 0, 4);
  end(duration_pool, 0, 4);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  uint64_t warm = 0;
  for (int i = 0; i < 100; ++i) {
    if (i == 20) {
      warm = counter.total();
    }
    REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    REQUIRE(muxResetFence(fence) == mux_success);
    // The run is returned shortly after the fence was signaled; wait for it, as a reset would.
    REQUIRE(muxWaitAll(queue) == mux_success);
  }
  // A worker may still hold the previous run, so that another one is created, but there are never
  // more than workers and this thread.
  CHECK(counter.total() - warm <= device->info->compute_units + 2);
}

TEST_CASE_METHOD(QueryFixture, "queries: a hundred thousand slots in one query",
                 "[kernels][muxCommandBeginQuery]") {
  constexpr uint32_t slots = 100000;
  mux_query_pool_t times = make_duration_pool(slots);
  mux_query_pool_t counts =
      make_counter_pool(std::vector<std::string_view>(slots, std::string_view("commands")));
  begin(times, 0, slots);
  begin(counts, 0, slots);
  record_mark(command_buffer);
  end(counts, 0, slots / 2);
  record_mark(command_buffer);
  end(times, 0, slots);
  end(counts, slots / 2, slots / 2);
  for (int round = 0; round < 3; ++round) {
    REQUIRE(run(command_buffer) == mux_success);
    const auto durations_now = durations(times);
    const auto counts_now = values(counts);
    bool right = true;
    for (uint32_t slot = 0; slot < slots; ++slot) {
      right &= durations_now[slot].start != 0;
      right &= durations_now[slot].start <= durations_now[slot].end;
      right &= counts_now[slot].uint32 == (slot < slots / 2 ? 1 : 2);
    }
    CHECK(right);
  }
}

TEST_CASE_METHOD(QueryFixture, "queries: a forked child reads results and destroys pools",
                 "[kernels][muxDestroyQueryPool]") {
  const auto chosen = configs({"commands"});
  mux_query_pool_t pools[2] = {};
  REQUIRE(create_pool(mux_query_type_duration, 1, nullptr, &pools[0]) == mux_success);
  REQUIRE(create_pool(mux_query_type_counter, 1, chosen.data(), &pools[1]) == mux_success);
  begin(pools[1]);
  record_mark(command_buffer);
  end(pools[1]);
  REQUIRE(run(command_buffer) == mux_success);
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);
    mux_query_counter_result_s result{};
    mux_query_pool_t refused = nullptr;
    int wrong = muxGetQueryPoolResults(queue, pools[1], 0, 1, sizeof(result), &result,
                                       sizeof(result)) != mux_success;
    wrong += 2 * (result.uint32 != 1);
    wrong +=
        4 * (create_pool(mux_query_type_counter, 1, chosen.data(), &refused) != mux_error_failure);
    const int64_t live = counter.live();
    muxDestroyQueryPool(queue, pools[0], allocator);
    muxDestroyQueryPool(queue, pools[1], allocator);
    wrong += 8 * (counter.live() != live - 2);
    _exit(wrong);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  // The parent is not affected.
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(values(pools[1])[0].uint32 == 1);
  muxDestroyQueryPool(queue, pools[0], allocator);
  muxDestroyQueryPool(queue, pools[1], allocator);
}

}  // namespace mux::test::query_lifetimes
