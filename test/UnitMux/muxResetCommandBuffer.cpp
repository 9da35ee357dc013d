#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "object_checks.h"

namespace mux::test::mux_reset_command_buffer {

namespace {
constexpr EntryPoint entry_point("muxResetCommandBuffer");
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxResetCommandBuffer.rc01: an empty command buffer that can be recorded again",
                 "[muxResetCommandBuffer]") {
  record_mark(command_buffer);
  CHECK(run(command_buffer) == mux_success);
  CHECK(marks_seen == 1);
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  CHECK(run(command_buffer) == mux_success);
  CHECK(marks_seen == 1);
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  record_mark(command_buffer);
  record_mark(command_buffer);
  CHECK(run(command_buffer) == mux_success);
  CHECK(marks_seen == 3);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxResetCommandBuffer.rc01: drops what was recorded but not finalized",
                 "[muxResetCommandBuffer]") {
  record_mark(command_buffer);
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  CHECK(run(command_buffer) == mux_success);
  CHECK(marks_seen == 0);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxResetCommandBuffer: recording repeatedly does not leak memory",
                 "[muxResetCommandBuffer]") {
  const TestBuffer buffer = make_buffer(64);
  const auto round = [&](uint32_t value) {
    for (int i = 0; i < 50; ++i) {
      REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, 0, 64, &value, 4, 0, nullptr,
                                   nullptr) == mux_success);
    }
    REQUIRE(run(command_buffer) == mux_success);
    CHECK(buffer.as<uint32_t>()[0] == value);
    REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  };
  for (uint32_t i = 0; i < 5; ++i) {
    round(i);
  }
  const int64_t live = counter.live();
  for (uint32_t i = 0; i < 200; ++i) {
    round(i);
  }
  CHECK(counter.live() <= live);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxResetCommandBuffer.command_buffer: null, wrong-type and foreign objects are "
                 "mux_error_invalid_value",
                 "[muxResetCommandBuffer]") {
  for (mux_command_buffer_t invalid : InvalidObjects<mux_command_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxResetCommandBuffer(invalid));
  }
}

TEST_CASE_METHOD(
    CommandBufferFixture,
    "muxResetCommandBuffer.vu02, muxDispatch.vu11: from its own callbacks it is refused",
    "[muxResetCommandBuffer][scheduling]") {
  mux_result_t results[2] = {mux_success, mux_success};
  REQUIRE(muxCommandUserCallback(
              command_buffer,
              [](mux_queue_t, mux_command_buffer_t own, void *const user_data) {
                static_cast<mux_result_t *>(user_data)[0] = muxResetCommandBuffer(own);
              },
              results, 0, nullptr, nullptr) == mux_success);
  record_mark(command_buffer);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(
              queue, command_buffer, fence, nullptr, 0, nullptr, 0,
              [](mux_command_buffer_t own, mux_result_t, void *const user_data) {
                static_cast<mux_result_t *>(user_data)[1] = muxResetCommandBuffer(own);
              },
              results) == mux_success);
  CHECK(muxWait(queue, fence) == mux_success);
  CHECK(results[0] != mux_success);
  CHECK(results[1] != mux_success);
  CHECK(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(marks_seen == 2);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxResetCommandBuffer: sync-points from before the reset are rejected",
                 "[muxResetCommandBuffer]") {
  const EntryPoint fill_buffer("muxCommandFillBuffer");
  const TestBuffer buffer = make_buffer(4);
  const auto fill = [&](const std::vector<mux_sync_point_t> &wait_list) {
    const uint8_t pattern = 1;
    return muxCommandFillBuffer(command_buffer, buffer.buffer, 0, 4, &pattern, 1,
                                static_cast<uint32_t>(wait_list.size()), wait_list.data(), nullptr);
  };
  std::vector<mux_sync_point_t> before;
  for (int reset = 0; reset < 40; ++reset) {
    for (int i = 0; i < 25; ++i) {
      before.push_back(record_mark(command_buffer));
    }
    REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
    mux_sync_point_t after = record_mark(command_buffer);
    for (mux_sync_point_t old : before) {
      CHECK(old != after);
      fill_buffer.fails_because(
          "sync_point_wait_list[0] is not a sync-point of this command buffer",
          mux_error_invalid_value, fill({old}));
      fill_buffer.fails_because(
          "sync_point_wait_list[1] is not a sync-point of this command buffer",
          mux_error_invalid_value, fill({after, old}));
    }
    CHECK(fill({after}) == mux_success);
    before.push_back(after);
  }
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  CHECK(fill({record_mark(command_buffer)}) == mux_success);
  CHECK(run(command_buffer) == mux_success);
  CHECK(buffer.bytes[3] == 1);
  CHECK(marks_seen == 1);
}

TEST_CASE_METHOD(
    CommandBufferFixture,
    "muxResetCommandBuffer: recording with sync-points repeatedly does not leak memory",
    "[muxResetCommandBuffer]") {
  const auto round = [&](int count) {
    std::vector<mux_sync_point_t> made;
    for (int i = 0; i < count; ++i) {
      made.push_back(record_mark(command_buffer));
    }
    std::sort(made.begin(), made.end());
    CHECK(std::adjacent_find(made.begin(), made.end()) == made.end());
    REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  };
  for (const int count : {1, 7, 100, 3000}) {
    CAPTURE(count);
    int64_t most = 0;
    for (int i = 0; i < 3000 / count + 5; ++i) {
      round(count);
      most = std::max(most, counter.live());
    }
    for (int i = 0; i < 3000 / count + 5; ++i) {
      round(count);
      REQUIRE(counter.live() <= most);
    }
  }
}

TEST_CASE_METHOD(CommandBufferFixture, "muxResetCommandBuffer: waits for a running command buffer",
                 "[muxResetCommandBuffer][scheduling]") {
  const auto slow = [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    static_cast<std::atomic<int> *>(user_data)->fetch_add(1);
  };
  std::atomic<int> finished{0};
  for (int round = 1; round <= 3; ++round) {
    REQUIRE(muxCommandUserCallback(command_buffer, slow, &finished, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
    REQUIRE(muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
    CHECK(finished == round);
  }
  // Earlier commands were removed.
  record_mark(command_buffer);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(finished == 3);
  CHECK(marks_seen == 1);
}

}  // namespace mux::test::mux_reset_command_buffer
