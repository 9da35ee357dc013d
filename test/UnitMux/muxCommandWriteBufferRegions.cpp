#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "recording_checks.h"
#include "region_checks.h"
#include "regions.h"

namespace mux::test::mux_command_write_buffer_regions {

namespace {

constexpr EntryPoint entry_point("muxCommandWriteBufferRegions");

class CommandWriteBufferRegionsFixture : public CommandBufferFixture {
 public:
  mux_result_t record(const std::vector<mux_buffer_region_info_t> &regions) {
    std::vector<mux_buffer_region_info_t> copy = regions;
    return muxCommandWriteBufferRegions(command_buffer, buffer.buffer, host, copy.data(),
                                        copy.size(), 0, nullptr, nullptr);
  }

  TestBuffer buffer = make_buffer(256);
  uint8_t host[1024] = {};

  mux_buffer_region_info_t region = plain_region;

  RecordRegions record_regions = [this](const std::vector<mux_buffer_region_info_t> &regions) {
    return record(regions);
  };

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandWriteBufferRegions(target, buffer.buffer, host, &region, 1, length, list,
                                        sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandWriteBufferRegionsFixture,
                 "muxCommandWriteBufferRegions.rc01: no host pointer is mux_error_invalid_value",
                 "[muxCommandWriteBufferRegions]") {
  entry_point.fails(mux_error_invalid_value,
                    muxCommandWriteBufferRegions(command_buffer, buffer.buffer, nullptr, &region, 1,
                                                 0, nullptr, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandWriteBufferRegionsFixture,
                 "muxCommandWriteBufferRegions.rc02: no regions are mux_error_invalid_value",
                 "[muxCommandWriteBufferRegions]") {
  entry_point.fails(mux_error_invalid_value,
                    muxCommandWriteBufferRegions(command_buffer, buffer.buffer, host, nullptr, 1, 0,
                                                 nullptr, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandWriteBufferRegionsFixture,
                 "muxCommandWriteBufferRegions.rc03: an empty region is mux_error_invalid_value",
                 "[muxCommandWriteBufferRegions]") {
  check_empty_regions(entry_point, *this, record_regions);
}

TEST_CASE_METHOD(
    CommandWriteBufferRegionsFixture,
    "muxCommandWriteBufferRegions.rc04: a pitch below the region is mux_error_invalid_value",
    "[muxCommandWriteBufferRegions]") {
  check_narrow_pitches(entry_point, *this, record_regions);
}

TEST_CASE_METHOD(
    CommandWriteBufferRegionsFixture,
    "muxCommandWriteBufferRegions.rc05: regions past the buffer are mux_error_invalid_value",
    "[muxCommandWriteBufferRegions]") {
  check_regions_past(destination_side, entry_point, *this, record_regions);
}

TEST_CASE_METHOD(
    CommandWriteBufferRegionsFixture,
    "muxCommandWriteBufferRegions.rc06: regions that overlap are mux_error_invalid_value",
    "[muxCommandWriteBufferRegions]") {
  check_overlapping_regions(destination_side, entry_point, *this, record_regions);
}

TEST_CASE_METHOD(CommandWriteBufferRegionsFixture,
                 "muxCommandWriteBufferRegions.rc07: a length of 0 is mux_error_invalid_value",
                 "[muxCommandWriteBufferRegions]") {
  entry_point.fails(mux_error_invalid_value,
                    muxCommandWriteBufferRegions(command_buffer, buffer.buffer, host, &region, 0, 0,
                                                 nullptr, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandWriteBufferRegionsFixture,
                 "muxCommandWriteBufferRegions.rc08, rc09: a wait list and its length go together",
                 "[muxCommandWriteBufferRegions]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandWriteBufferRegionsFixture,
                 "muxCommandWriteBufferRegions.rc10, vu05, vu06: records into command buffers",
                 "[muxCommandWriteBufferRegions]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandWriteBufferRegionsFixture,
                 "muxCommandWriteBufferRegions.vu02: null, wrong-type and foreign buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandWriteBufferRegions]") {
  for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxCommandWriteBufferRegions(command_buffer, invalid, host, &region, 1, 0,
                                                   nullptr, nullptr));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandWriteBufferRegionsFixture,
    "muxCommandWriteBufferRegions.vu03: a buffer without memory is mux_error_invalid_value",
    "[muxCommandWriteBufferRegions]") {
  mux_buffer_t unbound = nullptr;
  REQUIRE(muxCreateBuffer(device, 256, allocator, &unbound) == mux_success);
  entry_point.fails(
      mux_error_invalid_value,
      muxCommandWriteBufferRegions(command_buffer, unbound, host, &region, 1, 0, nullptr, nullptr));
  muxDestroyBuffer(device, unbound, allocator);
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandWriteBufferRegionsFixture,
    "muxCommandWriteBufferRegions: the regions may be freed as soon as the call returned",
    "[muxCommandWriteBufferRegions]") {
  std::vector<mux_buffer_region_info_t> regions = {plain_region};
  REQUIRE(muxCommandWriteBufferRegions(command_buffer, buffer.buffer, host, regions.data(), 1, 0,
                                       nullptr, nullptr) == mux_success);
  regions[0] = {};
  regions = {};
  std::fill(std::begin(host), std::end(host), uint8_t{5});
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(buffer.bytes[16 * 3 + 7] == 5);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCommandWriteBufferRegions: random regions in one, two and three dimensions",
                 "[muxCommandWriteBufferRegions]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (unsigned i = 0; i < 60; ++i) {
    const unsigned dimensions = 1 + i % 3;
    CAPTURE(i, dimensions);
    const Block source = random_block(random, dimensions);
    const Block destination = random_block(random, dimensions);
    std::vector<uint8_t> from(source.size());
    std::generate(from.begin(), from.end(), [&] { return static_cast<uint8_t>(random()); });
    const TestBuffer to = make_buffer(destination.size());
    std::vector<uint8_t> expected(destination.size());
    std::vector<mux_buffer_region_info_t> regions = random_regions(random, source, destination);
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandWriteBufferRegions(commands, to.buffer, from.data(), regions.data(),
                                         regions.size(), 0, nullptr, nullptr) == mux_success);
    for (const mux_buffer_region_info_t &info : regions) {
      copy_region(expected.data(), from.data(), info);
    }
    REQUIRE(run(commands) == mux_success);
    CHECK(std::equal(expected.begin(), expected.end(), to.bytes.begin()));
  }
}

TEST_CASE_METHOD(CommandWriteBufferRegionsFixture,
                 "muxCommandWriteBufferRegions.vu04: a buffer that is bound anew after finalizing "
                 "is written where it is now",
                 "[muxCommandWriteBufferRegions]") {
  std::fill(std::begin(host), std::end(host), uint8_t{5});
  REQUIRE(record({plain_region}) == mux_success);
  const std::span<uint8_t> rebound = run_after_rebinding(*this, buffer);
  CHECK(std::count(rebound.begin(), rebound.end(), 5) == 8 * 4);
  CHECK(std::count(buffer.bytes.begin(), buffer.bytes.end(), 0) == 256);
}

TEST_CASE_METHOD(
    CommandWriteBufferRegionsFixture,
    "muxCommandWriteBufferRegions.host_pointer: regions beyond 64-bit addresses on the "
    "host's side are mux_error_invalid_value",
    "[muxCommandWriteBufferRegions]") {
  mux_buffer_region_info_t far = plain_region;
  far.src_origin.z = ~size_t{0} / 32;
  entry_point.fails_because("on the src side", mux_error_invalid_value, record({far}));
  far.src_origin = {~size_t{0}, 0, 0};
  entry_point.fails_because("on the src side", mux_error_invalid_value, record({far}));
  mux_buffer_region_info_t steep = plain_region;
  steep.src_desc.x = ~size_t{0} / 2;
  entry_point.fails_because("on the src side", mux_error_invalid_value, record({steep}));
  expect_still_runs();
}

}  // namespace mux::test::mux_command_write_buffer_regions
