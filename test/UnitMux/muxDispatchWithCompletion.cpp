#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <deque>

#include "command_buffer_fixture.h"
#include "object_checks.h"
#include "told_commands.h"

namespace mux::test::mux_dispatch_with_completion {

namespace {

constexpr EntryPoint entry_point("muxDispatchWithCompletion");

class DispatchToldFixture : public KernelFixture {
 public:
  DispatchToldFixture() {
    REQUIRE(muxCreateBuiltInKernel(device, "mux_copy", 8, allocator, &copy) == mux_success);
    at_end([this] { muxDestroyKernel(device, copy, allocator); });
  }

  mux_result_t dispatch(ToldCommand &told, mux_fence_t fence, mux_semaphore_t wait = nullptr,
                        mux_semaphore_t signal = nullptr) {
    return muxDispatchWithCompletion(
        queue, command_buffer, fence, wait != nullptr ? &wait : nullptr, wait != nullptr ? 1 : 0,
        signal != nullptr ? &signal : nullptr, signal != nullptr ? 1 : 0, ToldCommand::tell, &told);
  }
  /// Records a kernel that fails: it copies from a null buffer.
  void record_failure() {
    Arguments arguments;
    arguments.null_buffer().buffer(buffer).value(uint64_t{64});
    REQUIRE(record(command_buffer, copy, arguments, Range::linear(1, 1)) == mux_success);
  }

  mux_kernel_t copy = nullptr;
  TestBuffer buffer = make_buffer(64);
  ToldCommand told;
};

}  // namespace

TEST_CASE_METHOD(
    DispatchToldFixture,
    "muxDispatchWithCompletion: is called once for each dispatch, with its own data and times",
    "[muxDispatchWithCompletion][scheduling]") {
  record_mark(command_buffer);
  const uint32_t pattern = 7;
  REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, 0, 64, &pattern, 4, 0, nullptr,
                               nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_semaphore_t start = make_semaphore();
  std::deque<ToldCommand> all(20);
  std::vector<mux_fence_t> fences;
  for (ToldCommand &each : all) {
    fences.push_back(make_fence());
    REQUIRE(dispatch(each, fences.back(), start) == mux_success);
    CHECK(each.calls() == 0);
  }
  const uint64_t before = told_clock();
  REQUIRE(muxSignalSemaphore(start, mux_success) == mux_success);
  for (size_t index = 0; index < all.size(); ++index) {
    REQUIRE(muxWait(queue, fences[index]) == mux_success);
    REQUIRE(all[index].calls() == 1);
    const mux_command_completion_t last = all[index].last();
    CHECK(last.status == mux_success);
    CHECK((before <= last.start_time && last.start_time <= last.end_time &&
           last.end_time <= told_clock()));
  }
  CHECK(marks_seen == 20);
  // Other dispatches of the command buffer have no completion.
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  for (const ToldCommand &each : all) {
    CHECK(each.calls() == 1);
  }
}

TEST_CASE_METHOD(
    DispatchToldFixture,
    "muxDispatchWithCompletion: after all commands, before the semaphores and the fence",
    "[muxDispatchWithCompletion][scheduling]") {
  std::atomic<int> marks_at_end{0};
  std::atomic<bool> ended{false};
  ToldCommand first([&] {
    marks_at_end = marks_seen.load();
    ended = true;
  });
  for (int mark = 0; mark < 5; ++mark) {
    record_mark(command_buffer);
  }
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  struct Late {
    std::atomic<bool> &ended;
    bool saw = false;
  } late{ended};
  mux_command_buffer_t after = make_command_buffer();
  REQUIRE(muxCommandUserCallback(
              after,
              [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                auto *self = static_cast<Late *>(user_data);
                self->saw = self->ended;
              },
              &late, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(after) == mux_success);
  mux_semaphore_t between = make_semaphore();
  mux_fence_t fence = make_fence();
  REQUIRE(dispatch(first, nullptr, nullptr, between) == mux_success);
  REQUIRE(muxDispatch(queue, after, fence, &between, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(late.saw);
  CHECK(marks_at_end == 5);
  CHECK(first.last().status == mux_success);
}

TEST_CASE_METHOD(
    DispatchToldFixture,
    "muxDispatchWithCompletion: reports failed commands, and a dispatch that never started",
    "[muxDispatchWithCompletion][scheduling]") {
  const bool empty = GENERATE(false, true);
  if (!empty) {
    record_failure();
  }
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(dispatch(told, fence) == mux_success);
  CHECK(muxWait(queue, fence) == (empty ? mux_success : mux_error_fence_failure));
  CHECK(told.last().status == (empty ? mux_success : mux_error_failure));
  mux_semaphore_t start = make_semaphore();
  REQUIRE(muxSignalSemaphore(start, mux_error_failure) == mux_success);
  const uint64_t before = told_clock();
  REQUIRE(dispatch(told, fence, start) == mux_success);
  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  CHECK(told.calls() == 2);
  CHECK(told.last().status == mux_error_fence_failure);
  CHECK(told.last().start_time == told.last().end_time);
  CHECK((before <= told.last().end_time && told.last().end_time <= told_clock()));
}

TEST_CASE_METHOD(DispatchToldFixture,
                 "muxDispatchWithCompletion.queue, command_buffer, fence, completion, wait_length, "
                 "wait_list, wait_semaphores, signal_length, signal_list and signal_semaphores: "
                 "invalid arguments are mux_error_invalid_value, and no completion is called",
                 "[muxDispatchWithCompletion]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_semaphore_t semaphore = make_semaphore();
  const auto attempt = [&](mux_queue_t on, mux_command_buffer_t target, mux_fence_t fence) {
    return muxDispatchWithCompletion(on, target, fence, nullptr, 0, nullptr, 0, ToldCommand::tell,
                                     &told);
  };
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, attempt(invalid, command_buffer, nullptr));
  }
  for (mux_command_buffer_t invalid : InvalidObjects<mux_command_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, attempt(queue, invalid, nullptr));
  }
  for (mux_fence_t invalid : InvalidObjects<mux_fence_t>(device->id)) {
    if (invalid != nullptr) {
      entry_point.fails(mux_error_invalid_value, attempt(queue, command_buffer, invalid));
    }
  }
  const auto with_lists = [&](const mux_semaphore_t *waits, uint32_t wait_length,
                              const mux_semaphore_t *signals, uint32_t signal_length) {
    return muxDispatchWithCompletion(queue, command_buffer, nullptr, waits, wait_length, signals,
                                     signal_length, ToldCommand::tell, &told);
  };
  entry_point.fails(mux_error_invalid_value, with_lists(nullptr, 1, nullptr, 0));
  entry_point.fails(mux_error_invalid_value, with_lists(&semaphore, 0, nullptr, 0));
  entry_point.fails(mux_error_invalid_value, with_lists(nullptr, 0, nullptr, 1));
  entry_point.fails(mux_error_invalid_value, with_lists(nullptr, 0, &semaphore, 0));
  for (mux_semaphore_t invalid : InvalidObjects<mux_semaphore_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, with_lists(&invalid, 1, nullptr, 0));
    entry_point.fails(mux_error_invalid_value, with_lists(nullptr, 0, &invalid, 1));
  }
  entry_point.fails_because("completion is NULL", mux_error_invalid_value,
                            muxDispatchWithCompletion(queue, command_buffer, nullptr, nullptr, 0,
                                                      nullptr, 0, nullptr, nullptr));
  mux_command_buffer_t open = make_command_buffer();
  entry_point.fails_because("not finalized", mux_error_invalid_value,
                            attempt(queue, open, nullptr));
  CHECK(told.calls() == 0);
}

}  // namespace mux::test::mux_dispatch_with_completion
