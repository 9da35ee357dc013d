#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

namespace {
constexpr EntryPoint entry_point("muxWaitAll");
}

TEST_CASE_METHOD(CommandBufferFixture, "muxWaitAll.rc01: also when nothing was dispatched",
                 "[muxWaitAll]") {
  CHECK(muxWaitAll(queue) == mux_success);
  CHECK(muxWaitAll(queue) == mux_success);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxWaitAll.rc01: waits for everything that was dispatched before",
                 "[muxWaitAll][scheduling]") {
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  int dispatched = 0;
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 20; ++i) {
      REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr,
                          nullptr) == mux_success);
      ++dispatched;
    }
    REQUIRE(muxWaitAll(queue) == mux_success);
    CHECK(marks_seen == dispatched);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxWaitAll.rc01: the fences of what it waited for are signaled",
                 "[muxWaitAll][scheduling]") {
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (int i = 0; i < 300; ++i) {
    mux_fence_t fence = nullptr;
    REQUIRE(muxCreateFence(device, allocator, &fence) == mux_success);
    REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWaitAll(queue) == mux_success);
    CHECK(muxTryWait(queue, 0, fence) == mux_success);
    muxDestroyFence(device, fence, allocator);
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxWaitAll: null, wrong-type and foreign queues are mux_error_invalid_value",
                 "[muxWaitAll]") {
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxWaitAll(invalid));
  }
}

TEST_CASE("muxWaitAll.vr02: right after it everything can go, the queue with its device",
          "[muxWaitAll][scheduling]") {
  for (int i = 0; i < 100; ++i) {
    CommandBufferFixture fixture;
    fixture.record_mark(fixture.command_buffer);
    REQUIRE(muxFinalizeCommandBuffer(fixture.command_buffer) == mux_success);
    for (int dispatched = 0; dispatched < 5; ++dispatched) {
      REQUIRE(muxDispatch(fixture.queue, fixture.command_buffer, nullptr, nullptr, 0, nullptr, 0,
                          nullptr, nullptr) == mux_success);
    }
    REQUIRE(muxWaitAll(fixture.queue) == mux_success);
    CHECK(fixture.marks_seen == 5);
  }
}
