#include <catch2/catch.hpp>
#include <latch>

#include "object_checks.h"
#include "queues.h"

namespace mux::test::mux_try_wait {

namespace {

constexpr EntryPoint entry_point("muxTryWait");

/// A command buffer that does not complete before open() is called.
class GateFixture : public CommandBufferFixture {
 public:
  GateFixture() {
    record_mark(command_buffer);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(opener) == mux_success);
    REQUIRE(muxDispatch(queue, command_buffer, fence, &gate, 1, nullptr, 0, nullptr, nullptr) ==
            mux_success);
  }

  void open() {
    REQUIRE(muxDispatch(queue, opener, nullptr, nullptr, 0, &gate, 1, nullptr, nullptr) ==
            mux_success);
  }

  mux_command_buffer_t opener = make_command_buffer();
  mux_semaphore_t gate = make_semaphore();
  mux_fence_t fence = make_fence();
};

}  // namespace

TEST_CASE_METHOD(GateFixture,
                 "muxTryWait.rc01, vu04: mux_fence_not_ready with a time-out of 0 and a finite one",
                 "[muxTryWait][scheduling]") {
  for (const uint64_t timeout : {uint64_t{0}, uint64_t{1}, uint64_t{1000}, uint64_t{20000000}}) {
    CHECK(muxTryWait(queue, timeout, fence) == mux_fence_not_ready);
  }
  CHECK(marks_seen == 0);
  open();
  CHECK(muxWait(queue, fence) == mux_success);
}

TEST_CASE_METHOD(GateFixture,
                 "muxTryWait.rc02: mux_error_fence_failure when the command buffer failed",
                 "[muxTryWait][scheduling]") {
  mux_semaphore_t doomed = nullptr;
  REQUIRE(muxCreateSemaphore(device, allocator, &doomed) == mux_success);
  mux_fence_t failing = make_fence();
  REQUIRE(muxDispatch(queue, opener, failing, &doomed, 1, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxTryWait(queue, 0, failing) == mux_fence_not_ready);
  muxDestroySemaphore(device, doomed, allocator);
  entry_point.fails(mux_error_fence_failure, muxTryWait(queue, UINT64_MAX, failing));
  CHECK(muxTryWait(queue, 0, failing) == mux_error_fence_failure);
  CHECK(muxTryWait(queue, 1000000, failing) == mux_error_fence_failure);
  open();
  CHECK(muxWait(queue, fence) == mux_success);
}

TEST_CASE_METHOD(GateFixture, "muxTryWait: a finite time-out is waited for",
                 "[muxTryWait][scheduling]") {
  // No upper bound, since the machine may be busy.
  const auto start = std::chrono::steady_clock::now();
  CHECK(muxTryWait(queue, 10000000, fence) == mux_fence_not_ready);
  CHECK(std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(10));
  open();
  CHECK(muxWait(queue, fence) == mux_success);
}

TEST_CASE_METHOD(GateFixture, "muxTryWait.rc03: mux_success once the command buffer completed",
                 "[muxTryWait][scheduling]") {
  open();
  SECTION("waiting without limit") {
    CHECK(muxTryWait(queue, UINT64_MAX, fence) == mux_success);
  }
  SECTION("with a finite time-out") {
    mux_result_t result = mux_fence_not_ready;
    while (result == mux_fence_not_ready) {
      result = muxTryWait(queue, 1000000, fence);
    }
    CHECK(result == mux_success);
  }
  SECTION("with the largest finite time-out") {
    CHECK(muxTryWait(queue, UINT64_MAX - 1, fence) == mux_success);
  }
  SECTION("polling") {
    mux_result_t result = mux_fence_not_ready;
    while (result == mux_fence_not_ready) {
      std::this_thread::yield();
      result = muxTryWait(queue, 0, fence);
    }
    CHECK(result == mux_success);
  }
  CHECK(marks_seen == 1);
  // The state lasts until the fence is reset.
  CHECK(muxTryWait(queue, 0, fence) == mux_success);
  CHECK(muxTryWait(queue, UINT64_MAX, fence) == mux_success);
  REQUIRE(muxResetFence(fence) == mux_success);
  CHECK(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxTryWait: not ready while a callback of the command buffer runs",
                 "[muxTryWait][scheduling]") {
  std::latch release(1);
  REQUIRE(muxCommandUserCallback(
              command_buffer,
              [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                static_cast<std::latch *>(user_data)->wait();
              },
              &release, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxTryWait(queue, 0, fence) == mux_fence_not_ready);
  CHECK(muxTryWait(queue, 2000000, fence) == mux_fence_not_ready);
  release.count_down();
  CHECK(muxTryWait(queue, UINT64_MAX, fence) == mux_success);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxTryWait.vu03: a fence that was dispatched on other queues only is "
                 "mux_error_invalid_value",
                 "[muxTryWait][scheduling]") {
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
                                muxTryWait(queues[other], 0, fence));
    }
    // Queues that it was dispatched on before may still be used.
    for (size_t own = 0; own <= used; ++own) {
      CHECK(muxTryWait(queues[own], UINT64_MAX, fence) == mux_success);
    }
    CHECK(marks_seen == static_cast<int>(used) + 1);
    if (used % 2 == 0) {
      REQUIRE(muxResetFence(fence) == mux_success);
      if (used + 1 < queues.size()) {
        entry_point.fails_because("other queues", mux_error_invalid_value,
                                  muxTryWait(queues[used + 1], 1, fence));
      }
    }
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxTryWait.vu02: null, wrong-type and foreign objects, and those of another "
                 "device, are mux_error_invalid_value",
                 "[muxTryWait]") {
  mux_fence_t fence = make_fence();
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxTryWait(invalid, 0, fence));
  }
  for (mux_fence_t invalid : InvalidObjects<mux_fence_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxTryWait(queue, 0, invalid));
  }
  CommandBufferFixture other;
  entry_point.fails(mux_error_invalid_value, muxTryWait(queue, 0, other.make_fence()));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxTryWait.vu03: a fence that was not dispatched is not ready until it is",
                 "[muxTryWait]") {
  mux_fence_t fence = make_fence();
  for (const uint64_t timeout : {uint64_t{0}, uint64_t{1}, uint64_t{1000000}}) {
    CHECK(muxTryWait(queue, timeout, fence) == mux_fence_not_ready);
  }
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  CHECK(muxTryWait(queue, UINT64_MAX, fence) == mux_success);
  CHECK(marks_seen == 1);
}

}  // namespace mux::test::mux_try_wait
