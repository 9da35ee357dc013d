#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "range_checks.h"
#include "recording_checks.h"

namespace mux::test::mux_command_copy_buffer {

namespace {

constexpr EntryPoint entry_point("muxCommandCopyBuffer");

class CommandCopyBufferFixture : public CommandBufferFixture {
 public:
  CommandCopyBufferFixture() { std::iota(source.bytes.begin(), source.bytes.end(), uint8_t{1}); }

  mux_result_t record(uint64_t src_offset, uint64_t dst_offset, uint64_t size) {
    return muxCommandCopyBuffer(command_buffer, source.buffer, src_offset, destination.buffer,
                                dst_offset, size, 0, nullptr, nullptr);
  }

  TestBuffer source = make_buffer(64);
  TestBuffer destination = make_buffer(96);

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandCopyBuffer(target, source.buffer, 8, destination.buffer, 4, 16, length, list,
                                sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandCopyBufferFixture,
                 "muxCommandCopyBuffer.rc01, rc02 and rc06: a range past the source is "
                 "mux_error_invalid_value",
                 "[muxCommandCopyBuffer]") {
  const RangeCall call = [this](uint64_t offset, uint64_t size) { return record(offset, 0, size); };
  check_offset_past(entry_point, 64, call);
  check_size_past(entry_point, 64, call);
  check_end_past(entry_point, 64, call);
  check_end_overflows(entry_point, call);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyBufferFixture,
                 "muxCommandCopyBuffer.rc03, rc04 and rc07: a range past the destination is "
                 "mux_error_invalid_value",
                 "[muxCommandCopyBuffer]") {
  // From the larger buffer to the smaller one.
  const RangeCall call = [this](uint64_t offset, uint64_t size) {
    return muxCommandCopyBuffer(command_buffer, destination.buffer, 0, source.buffer, offset, size,
                                0, nullptr, nullptr);
  };
  check_offset_past(entry_point, 64, call);
  entry_point.fails_because(": size 65 exceeds", mux_error_invalid_value, call(0, 65));
  entry_point.fails_because(": size 96 exceeds", mux_error_invalid_value, call(0, 96));
  check_end_past(entry_point, 64, call);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyBufferFixture,
                 "muxCommandCopyBuffer.rc05: a size of 0 is mux_error_invalid_value",
                 "[muxCommandCopyBuffer]") {
  entry_point.fails(mux_error_invalid_value, record(0, 0, 0));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyBufferFixture,
                 "muxCommandCopyBuffer.rc08, rc09: a wait list and its length go together",
                 "[muxCommandCopyBuffer]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyBufferFixture,
                 "muxCommandCopyBuffer.rc10, vu09, vu10: records into command buffers",
                 "[muxCommandCopyBuffer]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyBufferFixture,
                 "muxCommandCopyBuffer.vu02, vu03: null, wrong-type and foreign buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyBuffer]") {
  for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxCommandCopyBuffer(command_buffer, invalid, 0, destination.buffer, 0, 1, 0,
                                           nullptr, nullptr));
    entry_point.fails(
        mux_error_invalid_value,
        muxCommandCopyBuffer(command_buffer, source.buffer, 0, invalid, 0, 1, 0, nullptr, nullptr));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyBufferFixture,
                 "muxCommandCopyBuffer.vu04, vu06: buffers without memory are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyBuffer]") {
  mux_buffer_t unbound = nullptr;
  REQUIRE(muxCreateBuffer(device, 64, allocator, &unbound) == mux_success);
  entry_point.fails(mux_error_invalid_value,
                    muxCommandCopyBuffer(command_buffer, unbound, 0, destination.buffer, 0, 64, 0,
                                         nullptr, nullptr));
  entry_point.fails(
      mux_error_invalid_value,
      muxCommandCopyBuffer(command_buffer, source.buffer, 0, unbound, 0, 64, 0, nullptr, nullptr));
  muxDestroyBuffer(device, unbound, allocator);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyBufferFixture, "muxCommandCopyBuffer: copies from offset to offset",
                 "[muxCommandCopyBuffer]") {
  REQUIRE(record(10, 33, 50) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  for (size_t i = 0; i < 96; ++i) {
    CHECK(destination.bytes[i] == (i >= 33 && i < 83 ? i - 22 : 0));
  }
}

TEST_CASE_METHOD(CommandCopyBufferFixture,
                 "muxCommandCopyBuffer: within one buffer, to a part that does not overlap",
                 "[muxCommandCopyBuffer]") {
  REQUIRE(muxCommandCopyBuffer(command_buffer, source.buffer, 0, source.buffer, 32, 32, 0, nullptr,
                               nullptr) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  for (size_t i = 0; i < 64; ++i) {
    CHECK(source.bytes[i] == i % 32 + 1);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCommandCopyBuffer: commands take effect in the order recorded",
                 "[muxCommandCopyBuffer][scheduling]") {
  // Random copies between three buffers: each reads what an earlier one wrote.
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  constexpr size_t size = 10007;
  std::vector<TestBuffer> buffers;
  std::vector<std::vector<uint8_t>> expected;
  for (int i = 0; i < 3; ++i) {
    buffers.push_back(make_buffer(size));
    std::generate(buffers.back().bytes.begin(), buffers.back().bytes.end(),
                  [&] { return static_cast<uint8_t>(random()); });
    expected.emplace_back(buffers.back().bytes.begin(), buffers.back().bytes.end());
  }
  for (int i = 0; i < 300; ++i) {
    const size_t from = random() % 3;
    const size_t to = (from + 1 + random() % 2) % 3;
    const size_t src_offset = random() % size;
    const size_t dst_offset = random() % size;
    const size_t length = 1 + random() % (size - std::max(src_offset, dst_offset));
    REQUIRE(muxCommandCopyBuffer(command_buffer, buffers[from].buffer, src_offset,
                                 buffers[to].buffer, dst_offset, length, 0, nullptr,
                                 nullptr) == mux_success);
    std::copy_n(expected[from].begin() + static_cast<ptrdiff_t>(src_offset), length,
                expected[to].begin() + static_cast<ptrdiff_t>(dst_offset));
  }
  REQUIRE(run(command_buffer) == mux_success);
  for (size_t i = 0; i < 3; ++i) {
    CHECK(std::equal(expected[i].begin(), expected[i].end(), buffers[i].bytes.begin()));
  }
}

TEST_CASE_METHOD(CommandCopyBufferFixture,
                 "muxCommandCopyBuffer.vu05, vu07: buffers that are bound anew after finalizing "
                 "are copied where they are now",
                 "[muxCommandCopyBuffer]") {
  REQUIRE(record(0, 0, 64) == mux_success);
  SECTION("the source") {
    run_after_rebinding(*this, source);
    CHECK(std::count(destination.bytes.begin(), destination.bytes.end(), rebound_byte) == 64);
  }
  SECTION("the destination") {
    const std::span<uint8_t> rebound = run_after_rebinding(*this, destination);
    CHECK(std::equal(source.bytes.begin(), source.bytes.end(), rebound.begin()));
    CHECK(std::count(destination.bytes.begin(), destination.bytes.end(), 0) == 96);
  }
}

TEST_CASE_METHOD(CommandCopyBufferFixture,
                 "muxCommandCopyBuffer.vu08: ranges that overlap in one memory are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyBuffer]") {
  entry_point.fails_because("overlap in the same buffer", mux_error_invalid_value,
                            muxCommandCopyBuffer(command_buffer, source.buffer, 0, source.buffer,
                                                 31, 32, 0, nullptr, nullptr));
  entry_point.fails_because("overlap in the same buffer", mux_error_invalid_value,
                            muxCommandCopyBuffer(command_buffer, source.buffer, 31, source.buffer,
                                                 0, 32, 0, nullptr, nullptr));
  entry_point.fails_because("overlap in the same buffer", mux_error_invalid_value,
                            muxCommandCopyBuffer(command_buffer, source.buffer, 5, source.buffer, 5,
                                                 1, 0, nullptr, nullptr));
  // Also through two buffers that are bound to it.
  mux_buffer_t alias = nullptr;
  REQUIRE(muxCreateBuffer(device, 64, allocator, &alias) == mux_success);
  REQUIRE(muxBindBufferMemory(device, source.memory, alias, 0) == mux_success);
  entry_point.fails_because(
      "overlap", mux_error_invalid_value,
      muxCommandCopyBuffer(command_buffer, source.buffer, 31, alias, 0, 32, 0, nullptr, nullptr));
  CHECK(muxCommandCopyBuffer(command_buffer, source.buffer, 32, alias, 0, 32, 0, nullptr,
                             nullptr) == mux_success);
  expect_still_runs();
  for (size_t i = 0; i < 64; ++i) {
    CHECK(source.bytes[i] == i % 32 + 33);
  }
  muxDestroyBuffer(device, alias, allocator);
}

TEST_CASE_METHOD(CommandCopyBufferFixture,
                 "muxCommandCopyBuffer.vu02, vu03, muxCommandCopyBufferRegions.vu02, vu03, "
                 "muxCommandReadBuffer.vu02, muxCommandReadBufferRegions.vu02, "
                 "muxCommandWriteBuffer.vu02, muxCommandWriteBufferRegions.vu02, "
                 "muxCommandFillBuffer.vu02: buffers of another device are mux_error_invalid_value",
                 "[muxCommandCopyBuffer]") {
  CommandBufferFixture other_device;
  mux_buffer_t own = source.buffer;
  mux_buffer_t other = other_device.make_buffer(64).buffer;
  uint8_t host[64] = {};
  mux_buffer_region_info_t region = {{8, 1, 1}, {0, 0, 0}, {0, 0, 0}, {8, 8}, {8, 8}};
  const mux_result_t results[] = {
      muxCommandCopyBuffer(command_buffer, other, 0, own, 0, 8, 0, nullptr, nullptr),
      muxCommandCopyBuffer(command_buffer, own, 0, other, 0, 8, 0, nullptr, nullptr),
      muxCommandCopyBufferRegions(command_buffer, other, own, &region, 1, 0, nullptr, nullptr),
      muxCommandCopyBufferRegions(command_buffer, own, other, &region, 1, 0, nullptr, nullptr),
      muxCommandReadBuffer(command_buffer, other, 0, host, 8, 0, nullptr, nullptr),
      muxCommandReadBufferRegions(command_buffer, other, host, &region, 1, 0, nullptr, nullptr),
      muxCommandWriteBuffer(command_buffer, other, 0, host, 8, 0, nullptr, nullptr),
      muxCommandWriteBufferRegions(command_buffer, other, host, &region, 1, 0, nullptr, nullptr),
      muxCommandFillBuffer(command_buffer, other, 0, 8, host, 1, 0, nullptr, nullptr)};
  for (const mux_result_t result : results) {
    CHECK(result == mux_error_invalid_value);
  }
  entry_point.fails_because(
      "dst_buffer belongs to another device", mux_error_invalid_value,
      muxCommandCopyBuffer(command_buffer, own, 0, other, 0, 8, 0, nullptr, nullptr));
  expect_still_runs();
}

}  // namespace mux::test::mux_command_copy_buffer
