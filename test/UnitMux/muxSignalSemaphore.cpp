#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "object_checks.h"

namespace mux::test::mux_signal_semaphore {

namespace {

constexpr EntryPoint entry_point("muxSignalSemaphore");

/// A command buffer with a mark that waits for a semaphore.
class WaitingFixture : public CommandBufferFixture {
 public:
  WaitingFixture() {
    record_mark(command_buffer);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  }

  mux_result_t dispatch() {
    return muxDispatch(queue, command_buffer, fence, &semaphore, 1, nullptr, 0, nullptr, nullptr);
  }

  mux_semaphore_t semaphore = make_semaphore();
  mux_fence_t fence = make_fence();
};

constexpr uint64_t a_millisecond = 1'000'000;

}  // namespace

TEST_CASE_METHOD(WaitingFixture,
                 "muxSignalSemaphore: a dispatch that waits starts when the program signals",
                 "[muxSignalSemaphore][scheduling]") {
  for (int i = 0; i < 200; ++i) {
    REQUIRE(dispatch() == mux_success);
    REQUIRE(muxTryWait(queue, i == 0 ? 20 * a_millisecond : 0, fence) == mux_fence_not_ready);
    REQUIRE(marks_seen == i);
    REQUIRE(muxSignalSemaphore(semaphore, mux_success) == mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    REQUIRE(muxResetSemaphore(semaphore) == mux_success);
  }
  CHECK(marks_seen == 200);
}

TEST_CASE_METHOD(WaitingFixture, "muxSignalSemaphore: later dispatches see it signaled",
                 "[muxSignalSemaphore][scheduling]") {
  REQUIRE(muxSignalSemaphore(semaphore, mux_success) == mux_success);
  for (int i = 1; i <= 3; ++i) {
    REQUIRE(dispatch() == mux_success);
    CHECK(muxWait(queue, fence) == mux_success);
    CHECK(marks_seen == i);
  }
}

TEST_CASE_METHOD(WaitingFixture, "muxSignalSemaphore: all waiters on all queues continue",
                 "[muxSignalSemaphore][scheduling]") {
  const uint32_t queues = device->info->queue_types[mux_queue_type_compute];
  constexpr size_t dispatches = 20;
  std::vector<mux_fence_t> fences;
  std::vector<mux_queue_t> used;
  for (size_t i = 0; i < dispatches; ++i) {
    mux_queue_t to = nullptr;
    REQUIRE(muxGetQueue(device, mux_queue_type_compute, static_cast<uint32_t>(i % queues), &to) ==
            mux_success);
    mux_command_buffer_t commands = make_command_buffer();
    record_mark(commands);
    REQUIRE(muxFinalizeCommandBuffer(commands) == mux_success);
    fences.push_back(make_fence());
    used.push_back(to);
    REQUIRE(muxDispatch(to, commands, fences.back(), &semaphore, 1, nullptr, 0, nullptr, nullptr) ==
            mux_success);
  }
  CHECK(marks_seen == 0);
  REQUIRE(muxSignalSemaphore(semaphore, mux_success) == mux_success);
  for (size_t i = 0; i < dispatches; ++i) {
    CHECK(muxWait(used[i], fences[i]) == mux_success);
  }
  CHECK(marks_seen == dispatches);
}

TEST_CASE_METHOD(WaitingFixture,
                 "muxSignalSemaphore: an error fails current and later waiters, and the semaphores "
                 "that they signal",
                 "[muxSignalSemaphore][scheduling]") {
  mux_semaphore_t next = make_semaphore();
  mux_command_buffer_t last = make_command_buffer();
  record_mark(last);
  REQUIRE(muxFinalizeCommandBuffer(last) == mux_success);
  mux_fence_t last_fence = make_fence();
  mux_result_t told = mux_success;
  REQUIRE(muxDispatch(
              queue, command_buffer, fence, &semaphore, 1, &next, 1,
              [](mux_command_buffer_t, mux_result_t error, void *const user_data) {
                *static_cast<mux_result_t *>(user_data) = error;
              },
              &told) == mux_success);
  REQUIRE(muxDispatch(queue, last, last_fence, &next, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxSignalSemaphore(semaphore, mux_error_out_of_memory) == mux_success);
  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  CHECK(muxWait(queue, last_fence) == mux_error_fence_failure);
  CHECK(told != mux_success);
  REQUIRE(dispatch() == mux_success);
  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  CHECK(marks_seen == 0);
  // A reset clears the failure.
  REQUIRE(muxResetSemaphore(semaphore) == mux_success);
  REQUIRE(dispatch() == mux_success);
  REQUIRE(muxSignalSemaphore(semaphore, mux_success) == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(WaitingFixture, "muxSignalSemaphore: from callbacks and from a user_function",
                 "[muxSignalSemaphore][scheduling]") {
  mux_command_buffer_t caller = make_command_buffer();
  REQUIRE(muxCommandUserCallback(
              caller,
              [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                CHECK(muxSignalSemaphore(static_cast<mux_semaphore_t>(user_data), mux_success) ==
                      mux_success);
              },
              semaphore, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(caller) == mux_success);
  REQUIRE(dispatch() == mux_success);
  REQUIRE(muxDispatch(queue, caller, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(marks_seen == 1);

  REQUIRE(muxWaitAll(queue) == mux_success);
  REQUIRE(muxResetSemaphore(semaphore) == mux_success);
  mux_command_buffer_t empty = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(empty) == mux_success);
  REQUIRE(dispatch() == mux_success);
  REQUIRE(muxDispatch(
              queue, empty, nullptr, nullptr, 0, nullptr, 0,
              [](mux_command_buffer_t, mux_result_t, void *const user_data) {
                CHECK(muxSignalSemaphore(static_cast<mux_semaphore_t>(user_data), mux_success) ==
                      mux_success);
              },
              semaphore) == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(marks_seen == 2);
  // The callback must be over before its semaphore is destroyed.
  CHECK(muxWaitAll(queue) == mux_success);
}

TEST_CASE_METHOD(WaitingFixture,
                 "muxSignalSemaphore: a semaphore that is already signaled does not change",
                 "[muxSignalSemaphore][scheduling]") {
  REQUIRE(muxSignalSemaphore(semaphore, mux_success) == mux_success);
  entry_point.fails(mux_error_invalid_value, muxSignalSemaphore(semaphore, mux_error_failure));
  entry_point.fails(mux_error_invalid_value, muxSignalSemaphore(semaphore, mux_success));
  REQUIRE(dispatch() == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);

  mux_semaphore_t failed = make_semaphore();
  REQUIRE(muxSignalSemaphore(failed, mux_error_failure) == mux_success);
  entry_point.fails(mux_error_invalid_value, muxSignalSemaphore(failed, mux_success));
  REQUIRE(muxDispatch(queue, command_buffer, fence, &failed, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
}

TEST_CASE_METHOD(WaitingFixture, "muxSignalSemaphore: a semaphore signaled by a dispatch",
                 "[muxSignalSemaphore][scheduling]") {
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, &semaphore, 1, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  entry_point.fails(mux_error_invalid_value, muxSignalSemaphore(semaphore, mux_success));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxSignalSemaphore: null, wrong-type and foreign semaphores are "
                 "mux_error_invalid_value",
                 "[muxSignalSemaphore]") {
  for (mux_semaphore_t invalid : InvalidObjects<mux_semaphore_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxSignalSemaphore(invalid, mux_success));
  }
}

}  // namespace mux::test::mux_signal_semaphore
