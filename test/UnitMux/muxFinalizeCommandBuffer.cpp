#include <catch2/catch.hpp>

#include "object_checks.h"

namespace mux::test::mux_finalize_command_buffer {

namespace {
constexpr EntryPoint entry_point("muxFinalizeCommandBuffer");
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxFinalizeCommandBuffer.rc01: null is mux_error_null_out_parameter",
                 "[muxFinalizeCommandBuffer]") {
  entry_point.fails(mux_error_null_out_parameter, muxFinalizeCommandBuffer(nullptr));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxFinalizeCommandBuffer.command_buffer: wrong-type and foreign objects are "
                 "mux_error_invalid_value",
                 "[muxFinalizeCommandBuffer]") {
  const InvalidObjects<mux_command_buffer_t> invalid(device->id);
  for (mux_command_buffer_t object : invalid.not_null()) {
    entry_point.fails(mux_error_invalid_value, muxFinalizeCommandBuffer(object));
  }
}

TEST_CASE_METHOD(CommandBufferFixture, "muxFinalizeCommandBuffer.rc02: also when it is empty",
                 "[muxFinalizeCommandBuffer]") {
  CHECK(run(command_buffer) == mux_success);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxFinalizeCommandBuffer.vu02: finalizing again has no effect",
                 "[muxFinalizeCommandBuffer]") {
  record_mark(command_buffer);
  for (int i = 0; i < 3; ++i) {
    CHECK(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  }
  CHECK(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  CHECK(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(marks_seen == 2);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxFinalizeCommandBuffer.vr01, vr02: no further commands without a reset, no "
                 "dispatch without finalizing",
                 "[muxFinalizeCommandBuffer]") {
  constexpr EntryPoint fill("muxCommandFillBuffer");
  constexpr EntryPoint dispatch("muxDispatch");
  const TestBuffer buffer = make_buffer(4);
  const uint32_t pattern = 7;
  const auto record = [&] {
    return muxCommandFillBuffer(command_buffer, buffer.buffer, 0, 4, &pattern, 4, 0, nullptr,
                                nullptr);
  };
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  fill.fails(mux_error_invalid_value, record());
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(buffer.bytes[0] == 0);
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  REQUIRE(record() == mux_success);
  dispatch.fails(mux_error_invalid_value, muxDispatch(queue, command_buffer, nullptr, nullptr, 0,
                                                      nullptr, 0, nullptr, nullptr));
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(buffer.bytes[0] == 7);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxFinalizeCommandBuffer: every failing allocation is mux_error_out_of_memory, "
                 "and the command buffer can still be recorded and run",
                 "[muxFinalizeCommandBuffer]") {
  for (int i = 0; i < 20; ++i) {
    record_mark(command_buffer);
  }
  fail_each_allocation(entry_point, counter,
                       [&] { return muxFinalizeCommandBuffer(command_buffer); });
  CHECK(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(marks_seen == 20);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxFinalizeCommandBuffer: recording continues after a failure to finalize",
                 "[muxFinalizeCommandBuffer]") {
  record_mark(command_buffer);
  counter.fail_always();
  const mux_result_t result = muxFinalizeCommandBuffer(command_buffer);
  counter.succeed();
  if (result != mux_success) {
    entry_point.fails(mux_error_out_of_memory, result);
    expect_still_runs();
  }
}

}  // namespace mux::test::mux_finalize_command_buffer
