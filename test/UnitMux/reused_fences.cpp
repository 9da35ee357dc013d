// Fences of several dispatches: a dispatch makes its fence not ready, and the fence is signaled
// when all its dispatches are complete.

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "../run_in_threads.h"
#include "fixtures.h"

namespace mux::test::reused_fences {

namespace {

/// Command buffers that wait for a semaphore each, and a command buffer that signals them.
class ReusedFenceFixture : public CommandBufferFixture {
 public:
  ReusedFenceFixture() {
    record_mark(command_buffer);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(opener) == mux_success);
  }

  mux_result_t dispatch() {
    return muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr);
  }
  /// The command buffer does not run before the semaphore is signaled.
  mux_result_t dispatch_behind(mux_semaphore_t gate) {
    return muxDispatch(queue, command_buffer, fence, &gate, 1, nullptr, 0, nullptr, nullptr);
  }
  void open(mux_semaphore_t gate) {
    REQUIRE(muxDispatch(queue, opener, nullptr, nullptr, 0, &gate, 1, nullptr, nullptr) ==
            mux_success);
  }

  mux_command_buffer_t opener = make_command_buffer();
  mux_fence_t fence = make_fence();
};

/// Whether a thread of this process is asleep.
bool sleeps(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string text;
  std::getline(file, text);
  // The state follows the name, which is in parentheses.
  const size_t name_end = text.rfind(')');
  return name_end != std::string::npos && text.substr(name_end + 2, 1) == "S";
}

}  // namespace

TEST_CASE_METHOD(ReusedFenceFixture,
                 "muxTryWait.rc01, muxDispatch.vu12: a fence that was signalled and is dispatched "
                 "again without a reset is not ready before the second command buffer completed",
                 "[reused_fences][scheduling]") {
  REQUIRE(dispatch() == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  for (int i = 2; i <= 50; ++i) {
    mux_semaphore_t gate = make_semaphore();
    REQUIRE(dispatch_behind(gate) == mux_success);
    CHECK(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
    CHECK(muxTryWait(queue, 1000, fence) == mux_fence_not_ready);
    CHECK(marks_seen == i - 1);
    open(gate);
    CHECK(muxWait(queue, fence) == mux_success);
    CHECK(marks_seen == i);
  }
}

TEST_CASE_METHOD(ReusedFenceFixture,
                 "muxTryWait.rc02, muxWait.rc01: a fence that failed and is dispatched again tells "
                 "how the second command buffer ended",
                 "[reused_fences][scheduling]") {
  mux_semaphore_t doomed = nullptr;
  REQUIRE(muxCreateSemaphore(device, allocator, &doomed) == mux_success);
  REQUIRE(dispatch_behind(doomed) == mux_success);
  muxDestroySemaphore(device, doomed, allocator);
  REQUIRE(muxWait(queue, fence) == mux_error_fence_failure);
  mux_semaphore_t gate = make_semaphore();
  REQUIRE(dispatch_behind(gate) == mux_success);
  CHECK(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
  open(gate);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(ReusedFenceFixture, "muxDispatch: a rejected dispatch does not change the fence",
                 "[reused_fences]") {
  REQUIRE(dispatch() == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  mux_command_buffer_t recording = make_command_buffer();
  CHECK(muxDispatch(queue, recording, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
        mux_error_invalid_value);
  CHECK(muxTryWait(queue, 0, fence) == mux_success);
  // More semaphores than a dispatch can have without an allocation.
  std::vector<mux_semaphore_t> many(100);
  std::generate(many.begin(), many.end(), [this] { return make_semaphore(); });
  counter.fail_always();
  const mux_result_t result = muxDispatch(queue, command_buffer, fence, nullptr, 0, many.data(),
                                          static_cast<uint32_t>(many.size()), nullptr, nullptr);
  counter.succeed();
  CHECK(result == mux_error_out_of_memory);
  CHECK(muxTryWait(queue, 0, fence) == mux_success);
}

TEST_CASE_METHOD(ReusedFenceFixture,
                 "muxDispatch: a fence of several dispatches in flight is signaled when the last "
                 "of them is complete, in any order",
                 "[reused_fences][scheduling]") {
  mux_semaphore_t gates[3] = {make_semaphore(), make_semaphore(), make_semaphore()};
  const size_t orders[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}};
  int expected = 0;
  for (const size_t(&order)[3] : orders) {
    for (mux_semaphore_t gate : gates) {
      REQUIRE(muxResetSemaphore(gate) == mux_success);
      REQUIRE(dispatch_behind(gate) == mux_success);
    }
    for (const size_t index : order) {
      CHECK(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
      open(gates[index]);
      ++expected;
      while (marks_seen != expected) {
        std::this_thread::yield();
      }
    }
    CHECK(muxWait(queue, fence) == mux_success);
    CHECK(marks_seen == expected);
  }
}

TEST_CASE_METHOD(ReusedFenceFixture,
                 "muxWait.rc01: a fence of several dispatches in flight fails if one of them does",
                 "[reused_fences][scheduling]") {
  mux_semaphore_t doomed = nullptr;
  REQUIRE(muxCreateSemaphore(device, allocator, &doomed) == mux_success);
  mux_semaphore_t gate = make_semaphore();
  REQUIRE(dispatch_behind(gate) == mux_success);
  REQUIRE(dispatch_behind(doomed) == mux_success);
  muxDestroySemaphore(device, doomed, allocator);
  CHECK(muxTryWait(queue, 1000000, fence) == mux_fence_not_ready);
  open(gate);
  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  // The next dispatch begins anew.
  REQUIRE(dispatch() == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
}

TEST_CASE_METHOD(ReusedFenceFixture,
                 "muxWait: a callback may not wait for a fence that was given to its own dispatch "
                 "and to a later one",
                 "[reused_fences][scheduling]") {
  struct Waiter {
    ReusedFenceFixture *fixture;
    mux_semaphore_t dispatched_again;
    std::atomic<mux_result_t> result{mux_success};
  };
  Waiter waiter{this, make_semaphore()};
  mux_command_buffer_t waiting = make_command_buffer();
  REQUIRE(muxCommandUserCallback(
              waiting,
              [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                auto *self = static_cast<Waiter *>(user_data);
                self->result = muxWait(self->fixture->queue, self->fixture->fence);
              },
              &waiter, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(waiting) == mux_success);
  REQUIRE(muxDispatch(queue, waiting, fence, &waiter.dispatched_again, 1, nullptr, 0, nullptr,
                      nullptr) == mux_success);
  REQUIRE(dispatch() == mux_success);
  open(waiter.dispatched_again);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(waiter.result == mux_error_failure);
}

TEST_CASE_METHOD(ReusedFenceFixture,
                 "muxResetFence.vu01: a thread that waits for a dispatch to come is woken by it, "
                 "though the fence was reset meanwhile",
                 "[reused_fences][scheduling][threads]") {
  std::atomic<pid_t> id{0};
  mux_result_t result = mux_error_failure;
  std::thread waiter([&] {
    id = gettid();
    result = muxWait(queue, fence);
  });
  while (id == 0 || !sleeps(id)) {
    std::this_thread::yield();
  }
  REQUIRE(muxResetFence(fence) == mux_success);
  REQUIRE(dispatch() == mux_success);
  waiter.join();
  CHECK(result == mux_success);
}

TEST_CASE_METHOD(ReusedFenceFixture,
                 "muxDispatch.vu01, muxWait.vu01: eight threads dispatch with one fence and wait "
                 "for it, and none returns before its own dispatch is complete",
                 "[reused_fences][scheduling][threads]") {
  struct Ended {
    std::atomic<int> calls{0};
  };
  const auto end = [](mux_command_buffer_t, mux_result_t, void *const user_data) {
    ++static_cast<Ended *>(user_data)->calls;
  };
  const auto failures = run_in_threads([&](unsigned) {
    int failed = 0;
    Ended ended;
    for (int i = 1; i <= 200; ++i) {
      failed += muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, end, &ended) !=
                mux_success;
      failed += muxWait(queue, fence) != mux_success;
      failed += ended.calls != i;
    }
    return failed;
  });
  CHECK(all_zero(failures));
  CHECK(marks_seen == 200 * static_cast<int>(thread_count));
}

}  // namespace mux::test::reused_fences
