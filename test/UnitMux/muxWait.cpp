#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <string>

#include "object_checks.h"
#include "queues.h"

namespace mux::test::mux_wait {

namespace {
constexpr EntryPoint entry_point("muxWait");
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxWait.rc01: mux_error_fence_failure when the command buffer failed",
                 "[muxWait][scheduling]") {
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_semaphore_t doomed = nullptr;
  REQUIRE(muxCreateSemaphore(device, allocator, &doomed) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, command_buffer, fence, &doomed, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  // A command buffer fails if its semaphore is destroyed.
  muxDestroySemaphore(device, doomed, allocator);
  entry_point.fails(mux_error_fence_failure, muxWait(queue, fence));
  CHECK(muxWaitAll(queue) == mux_success);
  // Until the fence is reset.
  CHECK(muxWait(queue, fence) == mux_error_fence_failure);
  REQUIRE(muxResetFence(fence) == mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(CommandBufferFixture, "muxWait.rc02: returns once the command buffer completed",
                 "[muxWait][scheduling]") {
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (int i = 1; i <= 500; ++i) {
    mux_fence_t fence = make_fence();
    REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    CHECK(marks_seen == i);
    CHECK(muxWait(queue, fence) == mux_success);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxWait.vu03: a wait that comes before the dispatch ends with it",
                 "[muxWait][scheduling]") {
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (int i = 1; i <= 20; ++i) {
    mux_fence_t fence = make_fence();
    mux_result_t waited = mux_error_internal;
    int marks_after = 0;
    std::thread waits([&] {
      waited = muxWait(queue, fence);
      marks_after = marks_seen;
    });
    // Gives the other thread time to wait; otherwise the test is weaker, but not wrong.
    CHECK(muxTryWait(queue, 1000000, fence) == mux_fence_not_ready);
    const mux_result_t dispatched =
        muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr);
    waits.join();
    CHECK(dispatched == mux_success);
    CHECK(waited == mux_success);
    CHECK(marks_after == i);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxWait.vu03: a fence that was dispatched on other queues only is "
                 "mux_error_invalid_value",
                 "[muxWait][scheduling]") {
  const std::vector<mux_queue_t> queues = queues_of(device);
  REQUIRE(queues.size() > 1);
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  for (size_t used = 0; used < queues.size(); ++used) {
    REQUIRE(muxDispatch(queues[used], command_buffer, fence, nullptr, 0, nullptr, 0, nullptr,
                        nullptr) == mux_success);
    for (size_t other = used + 1; other < queues.size(); ++other) {
      entry_point.fails_because("other queues", mux_error_invalid_value,
                                muxWait(queues[other], fence));
    }
    // Queues that it was dispatched on before may still be used.
    for (size_t own = 0; own <= used; ++own) {
      CHECK(muxWait(queues[own], fence) == mux_success);
    }
    CHECK(marks_seen == static_cast<int>(used) + 1);
    if (used % 2 == 0) {
      REQUIRE(muxResetFence(fence) == mux_success);
      if (used + 1 < queues.size()) {
        entry_point.fails_because("other queues", mux_error_invalid_value,
                                  muxWait(queues[used + 1], fence));
      }
    }
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxWait.vu02: null, wrong-type and foreign objects, and those of another device, "
                 "are mux_error_invalid_value",
                 "[muxWait]") {
  mux_fence_t fence = make_fence();
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxWait(invalid, fence));
  }
  for (mux_fence_t invalid : InvalidObjects<mux_fence_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxWait(queue, invalid));
  }
  CommandBufferFixture other;
  entry_point.fails(mux_error_invalid_value, muxWait(queue, other.make_fence()));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxWait: in a callback, for the callback's own command buffer, is an error and "
                 "not a hang",
                 "[muxWait][scheduling]") {
  struct Own {
    CommandBufferFixture *fixture;
    mux_fence_t fence;
    mux_result_t wait = mux_success;
    mux_result_t wait_all = mux_success;
    std::string message = {};
  };
  Own own{this, make_fence()};
  REQUIRE(muxCommandUserCallback(
              command_buffer,
              [](mux_queue_t queue, mux_command_buffer_t, void *const user_data) {
                auto *self = static_cast<Own *>(user_data);
                self->wait = muxWait(queue, self->fence);
                self->message = muxGetLastErrorMessage();
                self->wait_all = muxWaitAll(queue);
              },
              &own, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, own.fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxWait(queue, own.fence) == mux_success);
  CHECK(own.wait != mux_success);
  CHECK(own.wait != mux_fence_not_ready);
  CHECK(own.message.find("muxWait") != std::string::npos);
  CHECK(own.wait_all != mux_success);
}

}  // namespace mux::test::mux_wait
