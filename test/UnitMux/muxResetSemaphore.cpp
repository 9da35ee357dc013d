#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <latch>
#include <string>

#include "object_checks.h"

namespace mux::test::mux_reset_semaphore {

namespace {

constexpr EntryPoint entry_point("muxResetSemaphore");

/// A command buffer that executes until it is released.
class ExecutingFixture : public CommandBufferFixture {
 public:
  ExecutingFixture() {
    REQUIRE(muxCommandUserCallback(
                command_buffer,
                [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                  auto *self = static_cast<ExecutingFixture *>(user_data);
                  self->started.count_down();
                  self->released.wait();
                },
                this, 0, nullptr, nullptr) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
    record_mark(other);
    REQUIRE(muxFinalizeCommandBuffer(other) == mux_success);
  }
  ~ExecutingFixture() {
    if (!released.try_wait()) {
      released.count_down();
    }
    clean_up();
  }

  std::latch started{1};
  std::latch released{1};
  mux_command_buffer_t other = make_command_buffer();
  mux_semaphore_t semaphore = make_semaphore();
  mux_fence_t fence = make_fence();
  mux_fence_t other_fence = make_fence();
};

}  // namespace

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxResetSemaphore.rc01, vu04: a semaphore can be used again as soon as its "
                 "command buffers completed",
                 "[muxResetSemaphore][scheduling]") {
  mux_command_buffer_t waiter = make_command_buffer();
  record_mark(command_buffer);
  record_mark(waiter);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(waiter) == mux_success);
  mux_fence_t fence = make_fence();
  mux_semaphore_t semaphore = make_semaphore();
  for (int i = 0; i < 1000; ++i) {
    REQUIRE(muxDispatch(queue, waiter, fence, &semaphore, 1, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    // Not signaled (again) yet: the reset took effect.
    REQUIRE(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
    REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, &semaphore, 1, nullptr,
                        nullptr) == mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    REQUIRE(muxResetSemaphore(semaphore) == mux_success);
    REQUIRE(muxResetFence(fence) == mux_success);
  }
  CHECK(marks_seen == 2000);
}

TEST_CASE_METHOD(CommandBufferFixture, "muxResetSemaphore.rc01: one that was never signalled",
                 "[muxResetSemaphore]") {
  mux_semaphore_t semaphore = make_semaphore();
  CHECK(muxResetSemaphore(semaphore) == mux_success);
  CHECK(muxResetSemaphore(semaphore) == mux_success);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxResetSemaphore: null, wrong-type and foreign semaphores are "
                 "mux_error_invalid_value",
                 "[muxResetSemaphore]") {
  for (mux_semaphore_t invalid : InvalidObjects<mux_semaphore_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxResetSemaphore(invalid));
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxResetSemaphore.vu02: inside a user_function it is refused with a message",
                 "[muxResetSemaphore][scheduling]") {
  struct Refused {
    mux_semaphore_t semaphore;
    mux_result_t result = mux_success;
    std::string message = {};
  };
  Refused refused{make_semaphore()};
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, &refused.semaphore, 1, nullptr,
                      nullptr) == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  REQUIRE(muxResetFence(fence) == mux_success);
  REQUIRE(muxDispatch(
              queue, command_buffer, fence, nullptr, 0, nullptr, 0,
              [](mux_command_buffer_t, mux_result_t, void *const user_data) {
                auto *self = static_cast<Refused *>(user_data);
                self->result = muxResetSemaphore(self->semaphore);
                self->message = muxGetLastErrorMessage();
              },
              &refused) == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(refused.result == mux_error_failure);
  CHECK(refused.message.find("user_function") != std::string::npos);
  // It is still signaled.
  REQUIRE(muxResetFence(fence) == mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, fence, &refused.semaphore, 1, nullptr, 0, nullptr,
                      nullptr) == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
}

TEST_CASE_METHOD(ExecutingFixture,
                 "muxResetSemaphore.vu03: one that is waited for stays what it is, not signalled",
                 "[muxResetSemaphore][scheduling]") {
  REQUIRE(muxDispatch(queue, command_buffer, fence, &semaphore, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxResetSemaphore(semaphore) == mux_success);
  CHECK(muxTryWait(queue, 1000000, fence) == mux_fence_not_ready);
  REQUIRE(muxDispatch(queue, other, nullptr, nullptr, 0, &semaphore, 1, nullptr, nullptr) ==
          mux_success);
  released.count_down();
  CHECK(muxWait(queue, fence) == mux_success);
}

TEST_CASE_METHOD(ExecutingFixture,
                 "muxResetSemaphore.vr02: a command buffer that waited for it and executes goes on",
                 "[muxResetSemaphore][scheduling]") {
  REQUIRE(muxDispatch(queue, command_buffer, fence, &semaphore, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(muxDispatch(queue, other, other_fence, nullptr, 0, &semaphore, 1, nullptr, nullptr) ==
          mux_success);
  started.wait();
  REQUIRE(muxWait(queue, other_fence) == mux_success);
  CHECK(muxResetSemaphore(semaphore) == mux_success);
  // Later waiters wait for the next signal.
  REQUIRE(muxResetFence(other_fence) == mux_success);
  REQUIRE(muxDispatch(queue, other, other_fence, &semaphore, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxTryWait(queue, 1000000, other_fence) == mux_fence_not_ready);
  released.count_down();
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(muxTryWait(queue, 1000000, other_fence) == mux_fence_not_ready);
  CHECK(marks_seen == 1);
  mux_command_buffer_t signaller = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(signaller) == mux_success);
  REQUIRE(muxDispatch(queue, signaller, nullptr, nullptr, 0, &semaphore, 1, nullptr, nullptr) ==
          mux_success);
  CHECK(muxWait(queue, other_fence) == mux_success);
  CHECK(marks_seen == 2);
}

TEST_CASE_METHOD(ExecutingFixture,
                 "muxResetSemaphore.vr03: a command buffer that executes signals it afterwards",
                 "[muxResetSemaphore][scheduling]") {
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, &semaphore, 1, nullptr, nullptr) ==
          mux_success);
  started.wait();
  CHECK(muxResetSemaphore(semaphore) == mux_success);
  REQUIRE(muxDispatch(queue, other, other_fence, &semaphore, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxTryWait(queue, 1000000, other_fence) == mux_fence_not_ready);
  released.count_down();
  CHECK(muxWait(queue, other_fence) == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(marks_seen == 1);
}

}  // namespace mux::test::mux_reset_semaphore
