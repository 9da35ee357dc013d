#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "device_calls.h"
#include "object_checks.h"
#include "told_commands.h"

namespace mux::test::mux_dispatch_for_waiter {

namespace {

constexpr EntryPoint entry_point("muxDispatchForWaiter");

class ForWaiterFixture : public CommandBufferFixture {
 public:
  /// Records a fill of the buffer, with a completion.
  void record_fill(uint32_t pattern, uint64_t size) {
    REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, 0, size, &pattern, 4, 0, nullptr,
                                 nullptr) == mux_success);
    REQUIRE(told.follow(command_buffer, 0) == mux_success);
  }
  mux_result_t dispatch(mux_fence_t fence, mux_semaphore_t wait = nullptr,
                        mux_semaphore_t signal = nullptr) {
    return muxDispatchForWaiter(queue, command_buffer, fence, wait != nullptr ? &wait : nullptr,
                                wait != nullptr ? 1 : 0, signal != nullptr ? &signal : nullptr,
                                signal != nullptr ? 1 : 0);
  }
  /// Waits until all threads of the device are asleep.
  void let_sleep() {
    const CountedCall counted;
    REQUIRE(request_until_asleep(queue, counted) == mux_fence_not_ready);
  }

  static constexpr uint64_t size = 1 << 24;
  TestBuffer buffer = make_buffer(size);
  std::atomic<std::thread::id> told_on{};
  ToldCommand told{[this] { told_on = std::this_thread::get_id(); }};
};

}  // namespace

TEST_CASE_METHOD(
    ForWaiterFixture,
    "muxDispatchForWaiter: the waiting thread does the work while the device is asleep",
    "[muxDispatchForWaiter][scheduling]") {
  record_fill(7, 64);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  mux_semaphore_t after = make_semaphore();
  bool did_it_alone = false;
  size_t dispatches = 0;
  // A thread that is falling asleep may still take it.
  while (!did_it_alone && dispatches < 100) {
    let_sleep();
    REQUIRE(muxResetSemaphore(after) == mux_success);
    REQUIRE(dispatch(fence, nullptr, after) == mux_success);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const bool nobody_before = told.calls() == dispatches;
    REQUIRE(muxWait(queue, fence) == mux_success);
    ++dispatches;
    REQUIRE(told.calls() == dispatches);
    did_it_alone = nobody_before && told_on.load() == std::this_thread::get_id();
    REQUIRE(muxResetFence(fence) == mux_success);
  }
  CHECK(did_it_alone);
  mux_command_buffer_t next = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(next) == mux_success);
  mux_fence_t last = make_fence();
  REQUIRE(muxDispatch(queue, next, last, &after, 1, nullptr, 0, nullptr, nullptr) == mux_success);
  CHECK(muxWait(queue, last) == mux_success);
}

TEST_CASE_METHOD(ForWaiterFixture,
                 "muxDispatchForWaiter: long commands, callbacks and their dependents complete",
                 "[muxDispatchForWaiter][scheduling]") {
  record_fill(0x01020304, size);
  record_mark(command_buffer);
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (int round = 1; round <= 5; ++round) {
    mux_fence_t fence = make_fence();
    let_sleep();
    REQUIRE(dispatch(fence) == mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    CHECK(told.calls() == static_cast<size_t>(round));
    CHECK(marks_seen == 2 * round);
  }
}

TEST_CASE_METHOD(ForWaiterFixture, "muxDispatchForWaiter: waits for its semaphores, or fails",
                 "[muxDispatchForWaiter][scheduling]") {
  const bool fails = GENERATE(false, true);
  record_fill(7, 64);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  mux_semaphore_t start = make_semaphore();
  REQUIRE(dispatch(fence, start) == mux_success);
  std::thread signalling([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    CHECK(told.calls() == 0);
    CHECK(muxSignalSemaphore(start, fails ? mux_error_failure : mux_success) == mux_success);
  });
  CHECK(muxWait(queue, fence) == (fails ? mux_error_fence_failure : mux_success));
  signalling.join();
  CHECK(told.calls() == 1);
  CHECK(told.last().status == (fails ? mux_error_fence_failure : mux_success));
}

TEST_CASE_METHOD(ForWaiterFixture,
                 "muxDispatchForWaiter: eight threads dispatch and wait at once, with others that "
                 "use muxDispatch",
                 "[muxDispatchForWaiter][scheduling]") {
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  record_fill(7, 4096);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  std::vector<mux_fence_t> fences;
  for (int thread = 0; thread < 8; ++thread) {
    fences.push_back(make_fence());
  }
  for (mux_fence_t fence : fences) {
    threads.emplace_back([&, fence] {
      for (int round = 0; round < 300; ++round) {
        const mux_result_t result = round % 5 == 0
                                        ? muxDispatch(queue, command_buffer, fence, nullptr, 0,
                                                      nullptr, 0, nullptr, nullptr)
                                        : dispatch(fence);
        failures += result == mux_success && muxWait(queue, fence) == mux_success &&
                            muxResetFence(fence) == mux_success
                        ? 0
                        : 1;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(failures == 0);
  CHECK(told.calls() == 8 * 300);
}

TEST_CASE_METHOD(ForWaiterFixture,
                 "muxDispatchForWaiter.queue, command_buffer, fence, wait_length, wait_list, "
                 "wait_semaphores, signal_length, signal_list and signal_semaphores: invalid "
                 "arguments are mux_error_invalid_value, and nothing starts",
                 "[muxDispatchForWaiter]") {
  record_fill(7, 64);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_semaphore_t semaphore = make_semaphore();
  mux_fence_t fence = make_fence();
  const auto attempt = [&](mux_queue_t on, mux_command_buffer_t target, mux_fence_t signalled) {
    return muxDispatchForWaiter(on, target, signalled, nullptr, 0, nullptr, 0);
  };
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, attempt(invalid, command_buffer, fence));
  }
  for (mux_command_buffer_t invalid : InvalidObjects<mux_command_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, attempt(queue, invalid, fence));
  }
  for (mux_fence_t invalid : InvalidObjects<mux_fence_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, attempt(queue, command_buffer, invalid));
  }
  const auto with_lists = [&](const mux_semaphore_t *waits, uint32_t wait_length,
                              const mux_semaphore_t *signals, uint32_t signal_length) {
    return muxDispatchForWaiter(queue, command_buffer, fence, waits, wait_length, signals,
                                signal_length);
  };
  entry_point.fails(mux_error_invalid_value, with_lists(nullptr, 1, nullptr, 0));
  entry_point.fails(mux_error_invalid_value, with_lists(&semaphore, 0, nullptr, 0));
  entry_point.fails(mux_error_invalid_value, with_lists(nullptr, 0, nullptr, 1));
  entry_point.fails(mux_error_invalid_value, with_lists(nullptr, 0, &semaphore, 0));
  for (mux_semaphore_t invalid : InvalidObjects<mux_semaphore_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, with_lists(&invalid, 1, nullptr, 0));
    entry_point.fails(mux_error_invalid_value, with_lists(nullptr, 0, &invalid, 1));
  }
  mux_command_buffer_t open = make_command_buffer();
  entry_point.fails_because("not finalized", mux_error_invalid_value, attempt(queue, open, fence));
  CHECK(told.calls() == 0);
}

}  // namespace mux::test::mux_dispatch_for_waiter
