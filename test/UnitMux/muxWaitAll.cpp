#include <catch2/catch.hpp>

#include <latch>

#include "object_checks.h"
#include "queues.h"

namespace mux::test::mux_wait_all {

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

namespace {

/// Command buffers on two queues of one device.
class TwoQueuesFixture : public CommandBufferFixture {
 public:
  TwoQueuesFixture() {
    REQUIRE(muxGetQueue(device, mux_queue_type_compute, 1, &second) == mux_success);
  }

  mux_result_t dispatch(mux_queue_t target, mux_command_buffer_t commands,
                        mux_fence_t fence = nullptr) {
    return muxDispatch(target, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr);
  }

  mux_queue_t second = nullptr;
};

}  // namespace

TEST_CASE_METHOD(TwoQueuesFixture, "muxWaitAll.rc01: does not wait for what waits on another queue",
                 "[muxWaitAll][scheduling]") {
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_command_buffer_t parked = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(parked) == mux_success);
  for (mux_queue_t own : queues_of(device)) {
    mux_queue_t other = own == queue ? second : queue;
    mux_semaphore_t opened = make_semaphore();
    mux_fence_t fence = make_fence();
    REQUIRE(muxDispatch(other, parked, fence, &opened, 1, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    for (int i = 0; i < 20; ++i) {
      const int marks_before = marks_seen;
      REQUIRE(dispatch(own, command_buffer) == mux_success);
      REQUIRE(muxWaitAll(own) == mux_success);
      CHECK(marks_seen == marks_before + 1);
    }
    CHECK(muxTryWait(other, 0, fence) == mux_fence_not_ready);
    REQUIRE(muxDispatch(own, command_buffer, nullptr, nullptr, 0, &opened, 1, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxWaitAll(other) == mux_success);
    CHECK(muxTryWait(other, 0, fence) == mux_success);
    REQUIRE(muxWaitAll(own) == mux_success);
  }
}

TEST_CASE_METHOD(
    TwoQueuesFixture,
    "muxWaitAll.rc01: does not wait for what runs on another queue, which may have all "
    "workers",
    "[muxWaitAll][scheduling]") {
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  struct Block {
    std::latch arrived;
    std::latch release{1};
  };
  Block block{std::latch(static_cast<std::ptrdiff_t>(device->info->compute_units))};
  mux_command_buffer_t blocking = make_command_buffer();
  REQUIRE(muxCommandUserCallback(
              blocking,
              [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                auto *self = static_cast<Block *>(user_data);
                self->arrived.count_down();
                self->release.wait();
              },
              &block, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(blocking) == mux_success);
  mux_fence_t fence = make_fence();
  for (uint32_t i = 0; i < device->info->compute_units; ++i) {
    REQUIRE(dispatch(second, blocking, fence) == mux_success);
  }
  block.arrived.wait();
  for (int i = 0; i < 20; ++i) {
    REQUIRE(dispatch(queue, command_buffer) == mux_success);
    CHECK(muxWaitAll(queue) == mux_success);
  }
  CHECK(muxTryWait(second, 0, fence) == mux_fence_not_ready);
  block.release.count_down();
  CHECK(muxWaitAll(second) == mux_success);
  CHECK(muxTryWait(second, 0, fence) == mux_success);
}

TEST_CASE_METHOD(TwoQueuesFixture,
                 "muxWaitAll: in a callback, for the callback's own queue it is an error, for "
                 "another one it waits",
                 "[muxWaitAll][scheduling]") {
  struct Waits {
    TwoQueuesFixture *fixture;
    mux_command_buffer_t other;
    mux_result_t own_queue = mux_success;
    mux_result_t other_queue = mux_error_internal;
    int marks_after = 0;
  };
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  Waits waits{this, command_buffer};
  mux_command_buffer_t calls = make_command_buffer();
  REQUIRE(muxCommandUserCallback(
              calls,
              [](mux_queue_t own, mux_command_buffer_t, void *const user_data) {
                auto *self = static_cast<Waits *>(user_data);
                self->own_queue = muxWaitAll(own);
                for (int i = 0; i < 5; ++i) {
                  self->fixture->dispatch(self->fixture->second, self->other);
                }
                self->other_queue = muxWaitAll(self->fixture->second);
                self->marks_after = self->fixture->marks_seen;
              },
              &waits, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(calls) == mux_success);
  REQUIRE(dispatch(queue, calls) == mux_success);
  REQUIRE(muxWaitAll(queue) == mux_success);
  CHECK(waits.own_queue == mux_error_failure);
  CHECK(waits.other_queue == mux_success);
  CHECK(waits.marks_after == 5);
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

}  // namespace mux::test::mux_wait_all
