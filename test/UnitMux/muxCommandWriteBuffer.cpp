#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "range_checks.h"
#include "recording_checks.h"

namespace mux::test::mux_command_write_buffer {

namespace {

constexpr EntryPoint entry_point("muxCommandWriteBuffer");

class CommandWriteBufferFixture : public CommandBufferFixture {
 public:
  CommandWriteBufferFixture() { std::iota(std::begin(host), std::end(host), uint8_t{0}); }

  mux_result_t record(uint64_t offset, uint64_t size, const void *pointer) {
    return muxCommandWriteBuffer(command_buffer, buffer.buffer, offset, pointer, size, 0, nullptr,
                                 nullptr);
  }

  TestBuffer buffer = make_buffer(64);
  uint8_t host[64] = {};

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandWriteBuffer(target, buffer.buffer, 8, host, 16, length, list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandWriteBufferFixture,
                 "muxCommandWriteBuffer.rc01, rc02 and rc05: a range past the buffer is "
                 "mux_error_invalid_value",
                 "[muxCommandWriteBuffer]") {
  const RangeCall call = [this](uint64_t offset, uint64_t size) {
    return record(offset, size, host);
  };
  check_offset_past(entry_point, 64, call);
  check_size_past(entry_point, 64, call);
  check_end_past(entry_point, 64, call);
  check_end_overflows(entry_point, call);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandWriteBufferFixture,
                 "muxCommandWriteBuffer.rc03: no host pointer is mux_error_invalid_value",
                 "[muxCommandWriteBuffer]") {
  entry_point.fails(mux_error_invalid_value, record(0, 64, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandWriteBufferFixture,
                 "muxCommandWriteBuffer.rc04: a size of 0 is mux_error_invalid_value",
                 "[muxCommandWriteBuffer]") {
  entry_point.fails(mux_error_invalid_value, record(0, 0, host));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandWriteBufferFixture,
                 "muxCommandWriteBuffer.rc06, rc07: a wait list and its length go together",
                 "[muxCommandWriteBuffer]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandWriteBufferFixture,
                 "muxCommandWriteBuffer.rc08, vu05, vu06: records into command buffers",
                 "[muxCommandWriteBuffer]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandWriteBufferFixture,
                 "muxCommandWriteBuffer.vu02: null, wrong-type and foreign buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandWriteBuffer]") {
  for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxCommandWriteBuffer(command_buffer, invalid, 0,
                                                                     host, 1, 0, nullptr, nullptr));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandWriteBufferFixture,
                 "muxCommandWriteBuffer.vu03: a buffer without memory is mux_error_invalid_value",
                 "[muxCommandWriteBuffer]") {
  mux_buffer_t unbound = nullptr;
  REQUIRE(muxCreateBuffer(device, 64, allocator, &unbound) == mux_success);
  entry_point.fails(mux_error_invalid_value, muxCommandWriteBuffer(command_buffer, unbound, 0, host,
                                                                   64, 0, nullptr, nullptr));
  muxDestroyBuffer(device, unbound, allocator);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandWriteBufferFixture, "muxCommandWriteBuffer: writes the host's data",
                 "[muxCommandWriteBuffer]") {
  REQUIRE(record(5, 20, host + 3) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  for (size_t i = 0; i < 64; ++i) {
    CHECK(buffer.bytes[i] == (i >= 5 && i < 25 ? i - 2 : 0));
  }
}

TEST_CASE_METHOD(
    CommandWriteBufferFixture,
    "muxCommandWriteBuffer: reads the host's data when it runs, not when it is recorded",
    "[muxCommandWriteBuffer]") {
  REQUIRE(record(0, 64, host) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  std::fill(std::begin(host), std::end(host), uint8_t{77});
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(std::count(buffer.bytes.begin(), buffer.bytes.end(), 77) == 64);
}

TEST_CASE_METHOD(CommandBufferFixture, "muxCommandWriteBuffer: random ranges of a large buffer",
                 "[muxCommandWriteBuffer][scheduling]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  constexpr size_t size = (size_t{4} << 20) + 13;
  const TestBuffer buffer = make_buffer(size);
  std::vector<uint8_t> host(size);
  std::generate(host.begin(), host.end(), [&] { return static_cast<uint8_t>(random()); });
  std::vector<uint8_t> expected(size);
  for (int i = 0; i < 20; ++i) {
    const size_t from = random() % size;
    const size_t length = 1 + random() % (size - from);
    const size_t offset = random() % (size - length + 1);
    REQUIRE(muxCommandWriteBuffer(command_buffer, buffer.buffer, offset, host.data() + from, length,
                                  0, nullptr, nullptr) == mux_success);
    std::copy_n(host.begin() + static_cast<ptrdiff_t>(from), length,
                expected.begin() + static_cast<ptrdiff_t>(offset));
  }
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(std::equal(expected.begin(), expected.end(), buffer.bytes.begin()));
}

TEST_CASE_METHOD(CommandWriteBufferFixture,
                 "muxCommandWriteBuffer.vu04: a buffer that is bound anew after finalizing is "
                 "written where it is now",
                 "[muxCommandWriteBuffer]") {
  REQUIRE(record(0, 64, host) == mux_success);
  const std::span<uint8_t> rebound = run_after_rebinding(*this, buffer);
  CHECK(std::equal(rebound.begin(), rebound.end(), std::begin(host)));
  CHECK(std::count(buffer.bytes.begin(), buffer.bytes.end(), 0) == 64);
}

}  // namespace mux::test::mux_command_write_buffer
