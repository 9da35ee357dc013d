#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

namespace {
constexpr EntryPoint entry_point("muxResetSemaphore");
}

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
    // Not signalled (again) yet: the reset before took effect.
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

TEST_CASE_METHOD(CommandBufferFixture, "muxResetSemaphore.vu01: from eight threads at once",
                 "[muxResetSemaphore]") {
  mux_semaphore_t semaphore = make_semaphore();
  const auto results = run_in_threads([&](unsigned) { return muxResetSemaphore(semaphore); });
  for (const mux_result_t result : results) {
    CHECK(result == mux_success);
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxResetSemaphore: null, wrong-type and foreign semaphores are "
                 "mux_error_invalid_value",
                 "[muxResetSemaphore]") {
  for (mux_semaphore_t invalid : InvalidObjects<mux_semaphore_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxResetSemaphore(invalid));
  }
}
