#include <mux/target.h>

#include <catch2/catch.hpp>
#include <string>

#include "object_checks.h"

namespace mux::test::mux_destroy_semaphore {

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroySemaphore.vu05 to vu07: invalid arguments have no effect",
                 "[muxDestroySemaphore]") {
  check_destroy_arguments(*this, make_semaphore(), muxDestroySemaphore);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxDestroySemaphore.vu02: gives back to the allocator it was created with",
                 "[muxDestroySemaphore]") {
  check_own_allocator<mux_semaphore_t>(*this, muxCreateSemaphore, muxDestroySemaphore);
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

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroySemaphore.vu03, muxDispatch.vu11: inside a user_function it is refused "
                 "with a message",
                 "[muxDestroySemaphore][scheduling]") {
  struct Refused {
    CommandBufferFixture *fixture;
    mux_semaphore_t semaphores[2];
    std::string messages[2] = {};
  };
  // One that the dispatch signals, and an unrelated one.
  Refused refused{this, {make_semaphore(), make_semaphore()}};
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(
              queue, command_buffer, fence, nullptr, 0, refused.semaphores, 1,
              [](mux_command_buffer_t, mux_result_t, void *const user_data) {
                auto *self = static_cast<Refused *>(user_data);
                for (size_t i = 0; i < 2; ++i) {
                  muxSetLastErrorMessage("");
                  muxDestroySemaphore(self->fixture->device, self->semaphores[i],
                                      self->fixture->allocator);
                  self->messages[i] = muxGetLastErrorMessage();
                }
              },
              &refused) == mux_success);
  REQUIRE(muxWait(queue, fence) == mux_success);
  for (const std::string &message : refused.messages) {
    CHECK(message.find("user_function") != std::string::npos);
  }
  // Both are unchanged: one was signaled, the other was not.
  REQUIRE(muxResetFence(fence) == mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, fence, &refused.semaphores[0], 1,
                      &refused.semaphores[1], 1, nullptr, nullptr) == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(marks_seen == 2);
}

}  // namespace mux::test::mux_destroy_semaphore
