#include <mux/extensions.h>

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <deque>
#include <thread>
#include <vector>

#include "recording_checks.h"
#include "told_commands.h"

namespace mux::test::mux_command_barrier {

namespace {

constexpr EntryPoint entry_point("muxCommandBarrier");

class CommandBarrierFixture : public KernelFixture {
 public:
  /// Fills a separate buffer, so that only barriers and sync-points order it.
  void record_alone(mux_command_buffer_t target, size_t size = 64,
                    std::vector<mux_sync_point_t> wait = {},
                    mux_sync_point_t *sync_point = nullptr) {
    const uint8_t pattern = 1;
    buffers.push_back(make_buffer(size));
    REQUIRE(muxCommandFillBuffer(target, buffers.back().buffer, 0, size, &pattern, 1,
                                 static_cast<uint32_t>(wait.size()),
                                 wait.empty() ? nullptr : wait.data(), sync_point) == mux_success);
  }
  /// Whether one ended before the other started.
  static bool in_order(const ToldCommand &first, const ToldCommand &second) {
    return first.calls() == second.calls() && first.last().end_time <= second.last().start_time;
  }

  Record valid = [](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                    mux_sync_point_t *sync_point) {
    return muxCommandBarrier(target, length, list, sync_point);
  };
  std::vector<TestBuffer> buffers;
};

}  // namespace

TEST_CASE_METHOD(CommandBarrierFixture,
                 "muxCommandBarrier: a wait list and its length must be consistent",
                 "[muxCommandBarrier]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandBarrierFixture, "muxCommandBarrier: records into command buffers",
                 "[muxCommandBarrier]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandBarrierFixture,
                 "muxCommandBarrier: without sync-points it waits for all earlier commands, and "
                 "all later commands wait for it",
                 "[muxCommandBarrier][scheduling]") {
  // Not ordered by memory: the flag is set by the first command's completion, well after it ran,
  // and then a command reads it that shares no byte with the first.
  std::atomic<uint8_t> flag{0};
  uint8_t seen = 0;
  ToldCommand sets([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    flag = 1;
  });
  record_alone(command_buffer);
  REQUIRE(sets.follow(command_buffer, 0) == mux_success);
  REQUIRE(muxCommandBarrier(command_buffer, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxCommandCopyMemory(command_buffer, &flag, &seen, 1, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (int round = 0; round < 20; ++round) {
    flag = 0;
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(seen == 1);
  }
}

TEST_CASE_METHOD(CommandBarrierFixture, "muxCommandBarrier: between many commands",
                 "[muxCommandBarrier][scheduling]") {
  constexpr size_t many = 40;
  std::deque<ToldCommand> before(many);
  std::deque<ToldCommand> after(many);
  ToldCommand barrier;
  mux_command_id_t next = 0;
  for (size_t i = 0; i < many; ++i) {
    // Some of them in several tiles.
    record_alone(command_buffer, i % 8 == 0 ? size_t{2} << 20 : 64);
    REQUIRE(before[i].follow(command_buffer, next++) == mux_success);
  }
  REQUIRE(muxCommandBarrier(command_buffer, 0, nullptr, nullptr) == mux_success);
  REQUIRE(barrier.follow(command_buffer, next++) == mux_success);
  for (size_t i = 0; i < many; ++i) {
    record_alone(command_buffer);
    REQUIRE(after[i].follow(command_buffer, next++) == mux_success);
  }
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (size_t round = 1; round <= 20; ++round) {
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(barrier.calls() == round);
    CHECK(std::all_of(before.begin(), before.end(),
                      [&](const ToldCommand &each) { return in_order(each, barrier); }));
    CHECK(std::all_of(after.begin(), after.end(),
                      [&](const ToldCommand &each) { return in_order(barrier, each); }));
  }
}

TEST_CASE_METHOD(CommandBarrierFixture,
                 "muxCommandBarrier: with sync-points it waits for these only, and only commands "
                 "with its sync-point wait for it",
                 "[muxCommandBarrier][scheduling]") {
  if (device->info->compute_units < 2) {
    // One kernel is blocked until others have run.
    return;
  }
  mux_kernel_t hold = build(R"(
kernel void hold(global volatile int *state) {
  while (atomic_add(state, 0) == 0) {}
}
)",
                            "hold");
  const TestBuffer state = make_buffer(4);
  std::array<mux_sync_point_t, 2> joined{};
  mux_sync_point_t of_held = nullptr;
  mux_sync_point_t marker = nullptr;
  mux_sync_point_t held_marker = nullptr;
  Arguments arguments;
  arguments.buffer(state);
  REQUIRE(record(command_buffer, hold, arguments, Range::linear(1, 1)) == mux_success);
  // This one waits for the kernel.
  const uint32_t word = 1;
  REQUIRE(muxCommandFillBuffer(command_buffer, state.buffer, 0, 4, &word, 4, 0, nullptr,
                               &of_held) == mux_success);
  record_alone(command_buffer, 64, {}, &joined[0]);
  record_alone(command_buffer, 64, {}, &joined[1]);
  REQUIRE(muxCommandBarrier(command_buffer, 2, joined.data(), &marker) == mux_success);
  record_alone(command_buffer, 64, {marker});
  REQUIRE(muxCommandBarrier(command_buffer, 1, &of_held, &held_marker) == mux_success);
  record_alone(command_buffer);
  record_alone(command_buffer, 64, {held_marker});
  constexpr mux_command_id_t commands = 9;
  std::deque<ToldCommand> told(commands);
  for (mux_command_id_t command = 0; command < commands; ++command) {
    REQUIRE(told[command].follow(command_buffer, command) == mux_success);
  }
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  // This thread helps, so that two threads execute commands, independent of wake-ups.
  mux_result_t waited = mux_error_internal;
  std::thread waiting([&] { waited = muxWait(queue, fence); });
  // Commands that do not wait for the kernel: the joined ones, their marker, its dependents, and
  // independent ones.
  const auto free_ones_ended = [&] {
    return told[2].calls() + told[3].calls() + told[4].calls() + told[5].calls() +
               told[7].calls() ==
           5;
  };
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!free_ones_ended() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::yield();
  }
  const bool ended = free_ones_ended();
  const size_t early = told[0].calls() + told[1].calls() + told[6].calls() + told[8].calls();
  std::atomic_ref<int>(state.as<int>()[0]).store(1);
  waiting.join();
  CHECK(ended);
  CHECK(early == 0);
  CHECK(waited == mux_success);
  for (const auto &[first, second] :
       {std::pair{2, 4}, std::pair{3, 4}, std::pair{4, 5}, std::pair{1, 6}, std::pair{6, 8}}) {
    CAPTURE(first, second);
    CHECK(in_order(told[static_cast<size_t>(first)], told[static_cast<size_t>(second)]));
  }
}

TEST_CASE_METHOD(CommandBarrierFixture,
                 "muxCommandBarrier: first, last, alone and one after the other",
                 "[muxCommandBarrier][scheduling]") {
  const int before = GENERATE(0, 1, 3);
  const int commands = GENERATE(0, 1, 2);
  const int after = GENERATE(0, 1, 3);
  std::deque<ToldCommand> told;
  const auto follow = [&] {
    const auto id = static_cast<mux_command_id_t>(told.size());
    REQUIRE(told.emplace_back().follow(command_buffer, id) == mux_success);
  };
  const auto barriers = [&](int count) {
    for (int i = 0; i < count; ++i) {
      REQUIRE(muxCommandBarrier(command_buffer, 0, nullptr, nullptr) == mux_success);
      follow();
    }
  };
  barriers(before);
  for (int i = 0; i < commands; ++i) {
    record_alone(command_buffer);
    follow();
  }
  barriers(after);
  CHECK(run(command_buffer) == mux_success);
  for (size_t i = 0; i < told.size(); ++i) {
    CHECK(told[i].calls() == 1);
  }
  CHECK(std::all_of(buffers.begin(), buffers.end(),
                    [](const TestBuffer &buffer) { return buffer.bytes[63] == 1; }));
}

TEST_CASE_METHOD(CommandBarrierFixture,
                 "muxCommandBarrier: ten thousand barriers between independent commands",
                 "[muxCommandBarrier][scheduling]") {
  constexpr mux_command_id_t links = 10'000;
  std::vector<mux_command_id_t> order;
  struct Link {
    std::vector<mux_command_id_t> *order;
    mux_command_id_t index;
  };
  std::vector<Link> all;
  const TestBuffer buffer = make_buffer(links);
  const uint8_t pattern = 1;
  for (mux_command_id_t i = 0; i < links; ++i) {
    all.push_back({&order, i});
  }
  for (mux_command_id_t i = 0; i < links; ++i) {
    REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, i, 1, &pattern, 1, 0, nullptr,
                                 nullptr) == mux_success);
    // Only the barriers order these calls.
    REQUIRE(muxSetCommandCompletion(
                command_buffer, 2 * i,
                [](const mux_command_completion_t *, void *user_data) {
                  const auto *link = static_cast<const Link *>(user_data);
                  link->order->push_back(link->index);
                },
                &all[i]) == mux_success);
    REQUIRE(muxCommandBarrier(command_buffer, 0, nullptr, nullptr) == mux_success);
  }
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (int round = 0; round < 2; ++round) {
    order.clear();
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    REQUIRE(order.size() == links);
    CHECK(std::is_sorted(order.begin(), order.end()));
  }
}

TEST_CASE_METHOD(CommandBarrierFixture,
                 "muxCommandBarrier: clones have it, and it counts as a command",
                 "[muxCommandBarrier][scheduling]") {
  record_alone(command_buffer);
  REQUIRE(muxCommandBarrier(command_buffer, 0, nullptr, nullptr) == mux_success);
  record_alone(command_buffer);
  std::deque<ToldCommand> told(3);
  for (mux_command_id_t command = 0; command < 3; ++command) {
    REQUIRE(told[command].follow(command_buffer, command) == mux_success);
  }
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, allocator, command_buffer, &clone) == mux_success);
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  for (int round = 0; round < 20; ++round) {
    REQUIRE(dispatch_and_wait(clone) == mux_success);
    CHECK(in_order(told[0], told[1]));
    CHECK(in_order(told[1], told[2]));
  }
  muxDestroyCommandBuffer(device, clone, allocator);
}

}  // namespace mux::test::mux_command_barrier
