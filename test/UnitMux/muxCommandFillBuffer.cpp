#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "range_checks.h"
#include "recording_checks.h"

namespace mux::test::mux_command_fill_buffer {

namespace {

constexpr EntryPoint entry_point("muxCommandFillBuffer");

class CommandFillBufferFixture : public CommandBufferFixture {
 public:
  mux_result_t record(uint64_t offset, uint64_t size, const void *data, uint64_t pattern_size) {
    return muxCommandFillBuffer(command_buffer, buffer.buffer, offset, size, data, pattern_size, 0,
                                nullptr, nullptr);
  }

  TestBuffer buffer = make_buffer(64);
  uint32_t pattern = 0x04030201;

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandFillBuffer(target, buffer.buffer, 8, 16, &pattern, 4, length, list,
                                sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandFillBufferFixture,
                 "muxCommandFillBuffer.rc01, rc02 and rc04: a range past the buffer is "
                 "mux_error_invalid_value",
                 "[muxCommandFillBuffer]") {
  const RangeCall call = [this](uint64_t offset, uint64_t size) {
    return record(offset, size, &pattern, 4);
  };
  check_offset_past(entry_point, 64, call);
  check_size_past(entry_point, 64, call);
  check_end_past(entry_point, 64, call);
  check_end_overflows(entry_point, call);
  expect_still_runs();
  CHECK(std::count(buffer.bytes.begin(), buffer.bytes.end(), 0) == 64);
}

TEST_CASE_METHOD(CommandFillBufferFixture,
                 "muxCommandFillBuffer.rc03: a size of 0 is mux_error_invalid_value",
                 "[muxCommandFillBuffer]") {
  entry_point.fails(mux_error_invalid_value, record(0, 0, &pattern, 4));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillBufferFixture,
                 "muxCommandFillBuffer.rc05: no pattern is mux_error_invalid_value",
                 "[muxCommandFillBuffer]") {
  entry_point.fails(mux_error_invalid_value, record(0, 64, nullptr, 4));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillBufferFixture,
                 "muxCommandFillBuffer.rc06: a pattern of 0 bytes is mux_error_invalid_value",
                 "[muxCommandFillBuffer]") {
  entry_point.fails(mux_error_invalid_value, record(0, 64, &pattern, 0));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillBufferFixture,
                 "muxCommandFillBuffer: a pattern of more than 128 bytes is "
                 "mux_error_invalid_value",
                 "[muxCommandFillBuffer]") {
  const std::vector<uint8_t> large(256, 1);
  const TestBuffer roomy = make_buffer(1024);
  for (const uint64_t size : {uint64_t{129}, uint64_t{256}, ~uint64_t{0}}) {
    entry_point.fails(mux_error_invalid_value,
                      muxCommandFillBuffer(command_buffer, roomy.buffer, 0, 1024, large.data(),
                                           size, 0, nullptr, nullptr));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandFillBufferFixture,
                 "muxCommandFillBuffer.rc07, rc08: a wait list and its length go together",
                 "[muxCommandFillBuffer]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandFillBufferFixture,
                 "muxCommandFillBuffer.rc09, vu06, vu07: records into command buffers",
                 "[muxCommandFillBuffer]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandFillBufferFixture,
                 "muxCommandFillBuffer.vu02: null, wrong-type and foreign buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandFillBuffer]") {
  for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
    entry_point.fails(
        mux_error_invalid_value,
        muxCommandFillBuffer(command_buffer, invalid, 0, 4, &pattern, 4, 0, nullptr, nullptr));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandFillBufferFixture,
    "muxCommandFillBuffer.vu03: the pattern may be reused as soon as the call returned",
    "[muxCommandFillBuffer]") {
  REQUIRE(record(0, 64, &pattern, 4) == mux_success);
  pattern = 0;
  REQUIRE(run(command_buffer) == mux_success);
  for (size_t i = 0; i < 64; ++i) {
    CHECK(buffer.bytes[i] == i % 4 + 1);
  }
}

TEST_CASE_METHOD(CommandFillBufferFixture,
                 "muxCommandFillBuffer.vu04: a buffer without memory is mux_error_invalid_value",
                 "[muxCommandFillBuffer]") {
  mux_buffer_t unbound = nullptr;
  REQUIRE(muxCreateBuffer(device, 64, allocator, &unbound) == mux_success);
  entry_point.fails(
      mux_error_invalid_value,
      muxCommandFillBuffer(command_buffer, unbound, 0, 64, &pattern, 4, 0, nullptr, nullptr));
  muxDestroyBuffer(device, unbound, allocator);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandBufferFixture, "muxCommandFillBuffer: every pattern size from 1 to 128",
                 "[muxCommandFillBuffer]") {
  uint8_t pattern[128];
  std::iota(std::begin(pattern), std::end(pattern), uint8_t{1});
  std::vector<TestBuffer> buffers;
  const auto offset_of = [](size_t size) { return size % 5 * size; };
  for (size_t size = 1; size <= 128; ++size) {
    buffers.push_back(make_buffer(size * 20));
    REQUIRE(muxCommandFillBuffer(command_buffer, buffers.back().buffer, offset_of(size), size * 11,
                                 pattern, size, 0, nullptr, nullptr) == mux_success);
  }
  REQUIRE(run(command_buffer) == mux_success);
  for (size_t size = 1; size <= 128; ++size) {
    CAPTURE(size);
    std::vector<uint8_t> expected(size * 20, 0);
    for (size_t i = 0; i < size * 11; ++i) {
      expected[offset_of(size) + i] = pattern[i % size];
    }
    CHECK(std::equal(expected.begin(), expected.end(), buffers[size - 1].bytes.begin()));
  }
}

TEST_CASE_METHOD(CommandFillBufferFixture,
                 "muxCommandFillBuffer: a size that is not a multiple of the pattern size ends "
                 "with a partial pattern",
                 "[muxCommandFillBuffer]") {
  REQUIRE(record(1, 10, &pattern, 4) == mux_success);
  REQUIRE(record(40, 3, &pattern, 4) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  for (size_t i = 0; i < 64; ++i) {
    const size_t first = i < 40 ? 1 : 40;
    const bool filled = (i >= 1 && i < 11) || (i >= 40 && i < 43);
    CHECK(buffer.bytes[i] == (filled ? (i - first) % 4 + 1 : 0));
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCommandFillBuffer: large fills of every power of two, at any offset",
                 "[muxCommandFillBuffer][scheduling]") {
  constexpr size_t size = size_t{1} << 20;
  uint8_t pattern[128];
  std::iota(std::begin(pattern), std::end(pattern), uint8_t{100});
  const TestBuffer buffer = make_buffer(size + 256);
  for (size_t pattern_size = 1; pattern_size <= 128; pattern_size *= 2) {
    CAPTURE(pattern_size);
    std::fill(buffer.bytes.begin(), buffer.bytes.end(), uint8_t{0});
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandFillBuffer(commands, buffer.buffer, pattern_size, size, pattern, pattern_size,
                                 0, nullptr, nullptr) == mux_success);
    REQUIRE(run(commands) == mux_success);
    size_t wrong = 0;
    for (size_t i = 0; i < buffer.bytes.size(); ++i) {
      const bool filled = i >= pattern_size && i < pattern_size + size;
      wrong += buffer.bytes[i] != (filled ? pattern[(i - pattern_size) % pattern_size] : 0);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE_METHOD(CommandFillBufferFixture,
                 "muxCommandFillBuffer.vu05: a buffer that is bound anew after finalizing is "
                 "filled where it is now",
                 "[muxCommandFillBuffer]") {
  REQUIRE(record(0, 64, &pattern, 4) == mux_success);
  const std::span<uint8_t> rebound = run_after_rebinding(*this, buffer);
  CHECK(std::count(rebound.begin(), rebound.end(), 4) == 16);
  CHECK(std::count(rebound.begin(), rebound.end(), rebound_byte) == 0);
  CHECK(std::count(buffer.bytes.begin(), buffer.bytes.end(), 0) == 64);
}

}  // namespace mux::test::mux_command_fill_buffer
