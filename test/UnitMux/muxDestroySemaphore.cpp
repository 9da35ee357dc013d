#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroySemaphore.vu05 to vu07: invalid arguments have no effect",
                 "[muxDestroySemaphore]") {
  check_destroy_arguments(*this, make_semaphore(), muxDestroySemaphore);
}

TEST_CASE_METHOD(DeviceFixture, "muxDestroySemaphore.vu01: from eight threads at once",
                 "[muxDestroySemaphore]") {
  std::vector<mux_semaphore_t> semaphores(thread_count);
  for (mux_semaphore_t &semaphore : semaphores) {
    REQUIRE(muxCreateSemaphore(device, allocator, &semaphore) == mux_success);
  }
  run_in_threads([&](unsigned thread) {
    muxDestroySemaphore(device, semaphores[thread], allocator);
    return 0;
  });
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroySemaphore.vu04, muxDispatch.vu07: as soon as the command buffers that "
                 "signalled it and waited for it completed",
                 "[muxDestroySemaphore][scheduling]") {
  mux_command_buffer_t waiter = make_command_buffer();
  record_mark(command_buffer);
  record_mark(waiter);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(waiter) == mux_success);
  mux_fence_t fence = make_fence();
  for (int i = 0; i < 1000; ++i) {
    mux_semaphore_t semaphore = nullptr;
    REQUIRE(muxCreateSemaphore(device, allocator, &semaphore) == mux_success);
    REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, &semaphore, 1, nullptr,
                        nullptr) == mux_success);
    REQUIRE(muxDispatch(queue, waiter, fence, &semaphore, 1, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    muxDestroySemaphore(device, semaphore, allocator);
    REQUIRE(muxResetFence(fence) == mux_success);
  }
  CHECK(marks_seen == 2000);
}
