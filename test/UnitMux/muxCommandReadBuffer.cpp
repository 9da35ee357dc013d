#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "range_checks.h"
#include "recording_checks.h"

namespace mux::test::mux_command_read_buffer {

namespace {

constexpr EntryPoint entry_point("muxCommandReadBuffer");

class CommandReadBufferFixture : public CommandBufferFixture {
 public:
  CommandReadBufferFixture() { std::iota(buffer.bytes.begin(), buffer.bytes.end(), uint8_t{0}); }

  mux_result_t record(uint64_t offset, uint64_t size, void *pointer) {
    return muxCommandReadBuffer(command_buffer, buffer.buffer, offset, pointer, size, 0, nullptr,
                                nullptr);
  }

  TestBuffer buffer = make_buffer(64);
  uint8_t host[64] = {};

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandReadBuffer(target, buffer.buffer, 8, host, 16, length, list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandReadBufferFixture,
                 "muxCommandReadBuffer.rc01, rc02 and rc05: a range past the buffer is "
                 "mux_error_invalid_value",
                 "[muxCommandReadBuffer]") {
  const RangeCall call = [this](uint64_t offset, uint64_t size) {
    return record(offset, size, host);
  };
  check_offset_past(entry_point, 64, call);
  check_size_past(entry_point, 64, call);
  check_end_past(entry_point, 64, call);
  check_end_overflows(entry_point, call);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadBufferFixture,
                 "muxCommandReadBuffer.rc03: no host pointer is mux_error_invalid_value",
                 "[muxCommandReadBuffer]") {
  entry_point.fails(mux_error_invalid_value, record(0, 64, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadBufferFixture,
                 "muxCommandReadBuffer.rc04: a size of 0 is mux_error_invalid_value",
                 "[muxCommandReadBuffer]") {
  entry_point.fails(mux_error_invalid_value, record(0, 0, host));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadBufferFixture,
                 "muxCommandReadBuffer.rc06, rc07: a wait list and its length go together",
                 "[muxCommandReadBuffer]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandReadBufferFixture,
                 "muxCommandReadBuffer.rc08, vu05, vu06: records into command buffers",
                 "[muxCommandReadBuffer]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandReadBufferFixture,
                 "muxCommandReadBuffer.vu02: null, wrong-type and foreign buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandReadBuffer]") {
  for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxCommandReadBuffer(command_buffer, invalid, 0,
                                                                    host, 1, 0, nullptr, nullptr));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadBufferFixture,
                 "muxCommandReadBuffer.vu03: a buffer without memory is mux_error_invalid_value",
                 "[muxCommandReadBuffer]") {
  mux_buffer_t unbound = nullptr;
  REQUIRE(muxCreateBuffer(device, 64, allocator, &unbound) == mux_success);
  entry_point.fails(mux_error_invalid_value, muxCommandReadBuffer(command_buffer, unbound, 0, host,
                                                                  64, 0, nullptr, nullptr));
  muxDestroyBuffer(device, unbound, allocator);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadBufferFixture, "muxCommandReadBuffer: reads the contents of the buffer",
                 "[muxCommandReadBuffer]") {
  REQUIRE(record(5, 20, host + 3) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  for (size_t i = 0; i < 64; ++i) {
    CHECK(host[i] == (i >= 3 && i < 23 ? i + 2 : 0));
  }
}

TEST_CASE_METHOD(CommandReadBufferFixture,
                 "muxCommandReadBuffer: reads when it runs, not when it is recorded",
                 "[muxCommandReadBuffer]") {
  REQUIRE(record(0, 64, host) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  std::fill(buffer.bytes.begin(), buffer.bytes.end(), uint8_t{77});
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(std::count(std::begin(host), std::end(host), 77) == 64);
}

TEST_CASE_METHOD(CommandBufferFixture, "muxCommandReadBuffer: random ranges of a large buffer",
                 "[muxCommandReadBuffer][scheduling]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  constexpr size_t size = (size_t{4} << 20) + 13;
  const TestBuffer buffer = make_buffer(size);
  std::generate(buffer.bytes.begin(), buffer.bytes.end(),
                [&] { return static_cast<uint8_t>(random()); });
  std::vector<uint8_t> host(size);
  std::vector<uint8_t> expected(size);
  for (int i = 0; i < 20; ++i) {
    const size_t offset = random() % size;
    const size_t length = 1 + random() % (size - offset);
    const size_t to = random() % (size - length + 1);
    REQUIRE(muxCommandReadBuffer(command_buffer, buffer.buffer, offset, host.data() + to, length, 0,
                                 nullptr, nullptr) == mux_success);
    std::copy_n(buffer.bytes.begin() + static_cast<ptrdiff_t>(offset), length,
                expected.begin() + static_cast<ptrdiff_t>(to));
  }
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(host == expected);
}

TEST_CASE_METHOD(CommandReadBufferFixture,
                 "muxCommandReadBuffer.vu04: a buffer that is bound anew after finalizing is read "
                 "where it is now",
                 "[muxCommandReadBuffer]") {
  REQUIRE(record(0, 64, host) == mux_success);
  run_after_rebinding(*this, buffer);
  CHECK(std::count(std::begin(host), std::end(host), rebound_byte) == 64);
}

}  // namespace mux::test::mux_command_read_buffer
