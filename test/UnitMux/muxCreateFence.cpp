#include <catch2/catch.hpp>

#include "object_checks.h"

namespace mux::test::mux_create_fence {

namespace {

constexpr EntryPoint entry_point("muxCreateFence");
const Create<mux_fence_t> create = muxCreateFence;

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateFence.rc01: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateFence]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateFence.rc02: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateFence]") {
  check_null_out(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateFence.rc03: makes a fence", "[muxCreateFence]") {
  check_success(*this, create, muxDestroyFence);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCreateFence.rc03: a fence knows its device, and is not signaled",
                 "[muxCreateFence]") {
  mux_fence_t fence = make_fence();
  CHECK(fence->device == device);
  CHECK(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateFence: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxCreateFence]") {
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateFence: every failing allocation is mux_error_out_of_memory",
                 "[muxCreateFence]") {
  check_out_of_memory(entry_point, *this, create, muxDestroyFence);
}

}  // namespace mux::test::mux_create_fence
