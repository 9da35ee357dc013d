#include <mux/target.h>

#include <catch2/catch.hpp>
#include <string>

#include "object_checks.h"

namespace mux::test::mux_destroy_command_buffer {

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroyCommandBuffer.vu04 to vu06: invalid arguments have no effect",
                 "[muxDestroyCommandBuffer]") {
  check_destroy_arguments(*this, command_buffer, muxDestroyCommandBuffer);
  expect_still_runs();
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxDestroyCommandBuffer.vu02: gives back to the allocator it was created with",
                 "[muxDestroyCommandBuffer]") {
  // Commands and state of runs are also allocated by it.
  const auto create_and_run = [&](mux_device_t target, mux_allocator_info_t own,
                                  mux_command_buffer_t *out) {
    mux_result_t result = muxCreateCommandBuffer(target, no_callback(), own, out);
    for (int i = 0; i < 100 && result == mux_success; ++i) {
      result = muxCommandUserCallback(
          *out, [](mux_queue_t, mux_command_buffer_t, void *const) {}, nullptr, 0, nullptr,
          nullptr);
    }
    result = result == mux_success ? muxFinalizeCommandBuffer(*out) : result;
    if (result == mux_success) {
      result = muxDispatch(queue, *out, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr);
    }
    return result == mux_success ? muxWaitAll(queue) : result;
  };
  check_own_allocator<mux_command_buffer_t>(*this, create_and_run, muxDestroyCommandBuffer);
}

TEST_CASE_METHOD(DeviceFixture, "muxDestroyCommandBuffer: in every state except running",
                 "[muxDestroyCommandBuffer]") {
  mux_command_buffer_t fresh = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &fresh) == mux_success);
  muxDestroyCommandBuffer(device, fresh, allocator);
  mux_command_buffer_t finalized = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &finalized) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(finalized) == mux_success);
  muxDestroyCommandBuffer(device, finalized, allocator);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroyCommandBuffer.vu03, muxDispatch.vu11: from its own callbacks it is "
                 "refused with a message",
                 "[muxDestroyCommandBuffer][scheduling]") {
  struct Refused {
    DeviceFixture *fixture;
    std::string messages[2];
  };
  Refused refused{this, {}};
  REQUIRE(muxCommandUserCallback(
              command_buffer,
              [](mux_queue_t, mux_command_buffer_t own, void *const user_data) {
                auto *self = static_cast<Refused *>(user_data);
                muxDestroyCommandBuffer(self->fixture->device, own, self->fixture->allocator);
                self->messages[0] = muxGetLastErrorMessage();
              },
              &refused, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(
              queue, command_buffer, fence, nullptr, 0, nullptr, 0,
              [](mux_command_buffer_t own, mux_result_t, void *const user_data) {
                auto *self = static_cast<Refused *>(user_data);
                muxSetLastErrorMessage("");
                muxDestroyCommandBuffer(self->fixture->device, own, self->fixture->allocator);
                self->messages[1] = muxGetLastErrorMessage();
              },
              &refused) == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  for (const std::string &message : refused.messages) {
    CHECK(message.find("inside its own callback") != std::string::npos);
  }
  CHECK(dispatch_and_wait(command_buffer) == mux_success);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroyCommandBuffer: destroying a running command buffer waits for it",
                 "[muxDestroyCommandBuffer][scheduling]") {
  std::atomic<int> finished{0};
  const auto slow = [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    static_cast<std::atomic<int> *>(user_data)->fetch_add(1);
  };
  mux_command_buffer_t running = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, no_callback(), allocator, &running) == mux_success);
  REQUIRE(muxCommandUserCallback(running, slow, &finished, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(running) == mux_success);
  REQUIRE(muxDispatch(queue, running, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  muxDestroyCommandBuffer(device, running, allocator);
  CHECK(finished == 1);
}

}  // namespace mux::test::mux_destroy_command_buffer
