#include <catch2/catch.hpp>

#include "object_checks.h"

namespace mux::test::mux_reset_fence {

namespace {
constexpr EntryPoint entry_point("muxResetFence");
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxResetFence.rc01: a fence can be used again as soon as its command buffer "
                 "completed",
                 "[muxResetFence][scheduling]") {
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  for (int i = 0; i < 1000; ++i) {
    REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    REQUIRE(muxTryWait(queue, 0, fence) == mux_success);
    REQUIRE(muxResetFence(fence) == mux_success);
    REQUIRE(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
  }
  CHECK(marks_seen == 1000);
}

TEST_CASE_METHOD(CommandBufferFixture, "muxResetFence.rc01: a fence that was never signaled",
                 "[muxResetFence]") {
  mux_fence_t fence = make_fence();
  CHECK(muxResetFence(fence) == mux_success);
  CHECK(muxResetFence(fence) == mux_success);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxResetFence: null, wrong-type and foreign fences are mux_error_invalid_value",
                 "[muxResetFence]") {
  for (mux_fence_t invalid : InvalidObjects<mux_fence_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxResetFence(invalid));
  }
}

}  // namespace mux::test::mux_reset_fence
