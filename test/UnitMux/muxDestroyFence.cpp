#include <catch2/catch.hpp>

#include "object_checks.h"

namespace mux::test::mux_destroy_fence {

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroyFence.vu03 to vu05: invalid arguments have no effect",
                 "[muxDestroyFence]") {
  check_destroy_arguments(*this, make_fence(), muxDestroyFence);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxDestroyFence.vu02: gives back to the allocator it was created with",
                 "[muxDestroyFence]") {
  check_own_allocator<mux_fence_t>(*this, muxCreateFence, muxDestroyFence);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDispatch.vu08: a fence is destroyed as soon as its command buffer completed",
                 "[muxDestroyFence][scheduling]") {
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (int i = 0; i < 2000; ++i) {
    mux_fence_t fence = nullptr;
    REQUIRE(muxCreateFence(device, allocator, &fence) == mux_success);
    REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    mux_result_t result = mux_fence_not_ready;
    if (i % 2 == 0) {
      result = muxWait(queue, fence);
    } else {
      while ((result = muxTryWait(queue, 0, fence)) == mux_fence_not_ready) {
        std::this_thread::yield();
      }
    }
    REQUIRE(result == mux_success);
    muxDestroyFence(device, fence, allocator);
  }
  CHECK(marks_seen == 2000);
}

}  // namespace mux::test::mux_destroy_fence
