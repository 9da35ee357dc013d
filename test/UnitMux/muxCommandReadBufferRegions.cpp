#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "recording_checks.h"
#include "region_checks.h"
#include "regions.h"

namespace mux::test::mux_command_read_buffer_regions {

namespace {

constexpr EntryPoint entry_point("muxCommandReadBufferRegions");

class CommandReadBufferRegionsFixture : public CommandBufferFixture {
 public:
  mux_result_t record(const std::vector<mux_buffer_region_info_t> &regions) {
    std::vector<mux_buffer_region_info_t> copy = regions;
    return muxCommandReadBufferRegions(command_buffer, buffer.buffer, host, copy.data(),
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
    return muxCommandReadBufferRegions(target, buffer.buffer, host, &region, 1, length, list,
                                       sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandReadBufferRegionsFixture,
                 "muxCommandReadBufferRegions.rc01: no host pointer is mux_error_invalid_value",
                 "[muxCommandReadBufferRegions]") {
  entry_point.fails(mux_error_invalid_value,
                    muxCommandReadBufferRegions(command_buffer, buffer.buffer, nullptr, &region, 1,
                                                0, nullptr, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadBufferRegionsFixture,
                 "muxCommandReadBufferRegions.rc02: no regions are mux_error_invalid_value",
                 "[muxCommandReadBufferRegions]") {
  entry_point.fails(mux_error_invalid_value,
                    muxCommandReadBufferRegions(command_buffer, buffer.buffer, host, nullptr, 1, 0,
                                                nullptr, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadBufferRegionsFixture,
                 "muxCommandReadBufferRegions.rc03: an empty region is mux_error_invalid_value",
                 "[muxCommandReadBufferRegions]") {
  check_empty_regions(entry_point, *this, record_regions);
}

TEST_CASE_METHOD(
    CommandReadBufferRegionsFixture,
    "muxCommandReadBufferRegions.rc04: a pitch below the region is mux_error_invalid_value",
    "[muxCommandReadBufferRegions]") {
  check_narrow_pitches(entry_point, *this, record_regions);
}

TEST_CASE_METHOD(
    CommandReadBufferRegionsFixture,
    "muxCommandReadBufferRegions.rc05: regions past the buffer are mux_error_invalid_value",
    "[muxCommandReadBufferRegions]") {
  check_regions_past(source_side, entry_point, *this, record_regions);
}

TEST_CASE_METHOD(
    CommandReadBufferRegionsFixture,
    "muxCommandReadBufferRegions.rc06: regions that overlap are mux_error_invalid_value",
    "[muxCommandReadBufferRegions]") {
  check_overlapping_regions(source_side, entry_point, *this, record_regions);
}

TEST_CASE_METHOD(CommandReadBufferRegionsFixture,
                 "muxCommandReadBufferRegions.rc07: a length of 0 is mux_error_invalid_value",
                 "[muxCommandReadBufferRegions]") {
  entry_point.fails(mux_error_invalid_value,
                    muxCommandReadBufferRegions(command_buffer, buffer.buffer, host, &region, 0, 0,
                                                nullptr, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadBufferRegionsFixture,
                 "muxCommandReadBufferRegions.rc08, rc09: a wait list and its length go together",
                 "[muxCommandReadBufferRegions]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandReadBufferRegionsFixture,
                 "muxCommandReadBufferRegions.rc10, vu05, vu06: records into command buffers",
                 "[muxCommandReadBufferRegions]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandReadBufferRegionsFixture,
                 "muxCommandReadBufferRegions.vu02: null, wrong-type and foreign buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandReadBufferRegions]") {
  for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxCommandReadBufferRegions(command_buffer, invalid, host, &region, 1, 0,
                                                  nullptr, nullptr));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandReadBufferRegionsFixture,
    "muxCommandReadBufferRegions.vu03: a buffer without memory is mux_error_invalid_value",
    "[muxCommandReadBufferRegions]") {
  mux_buffer_t unbound = nullptr;
  REQUIRE(muxCreateBuffer(device, 256, allocator, &unbound) == mux_success);
  entry_point.fails(
      mux_error_invalid_value,
      muxCommandReadBufferRegions(command_buffer, unbound, host, &region, 1, 0, nullptr, nullptr));
  muxDestroyBuffer(device, unbound, allocator);
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandReadBufferRegionsFixture,
    "muxCommandReadBufferRegions: the regions may be freed as soon as the call returned",
    "[muxCommandReadBufferRegions]") {
  std::vector<mux_buffer_region_info_t> regions = {plain_region};
  REQUIRE(muxCommandReadBufferRegions(command_buffer, buffer.buffer, host, regions.data(), 1, 0,
                                      nullptr, nullptr) == mux_success);
  regions[0] = {};
  regions = {};
  std::fill(buffer.bytes.begin(), buffer.bytes.end(), uint8_t{5});
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(host[16 * 3 + 7] == 5);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCommandReadBufferRegions: random regions in one, two and three dimensions",
                 "[muxCommandReadBufferRegions]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (unsigned i = 0; i < 60; ++i) {
    const unsigned dimensions = 1 + i % 3;
    CAPTURE(i, dimensions);
    const Block source = random_block(random, dimensions);
    const Block destination = random_block(random, dimensions);
    const TestBuffer from = make_buffer(source.size());
    std::generate(from.bytes.begin(), from.bytes.end(),
                  [&] { return static_cast<uint8_t>(random()); });
    std::vector<uint8_t> to(destination.size());
    std::vector<uint8_t> expected(destination.size());
    std::vector<mux_buffer_region_info_t> regions = random_regions(random, source, destination);
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandReadBufferRegions(commands, from.buffer, to.data(), regions.data(),
                                        regions.size(), 0, nullptr, nullptr) == mux_success);
    for (const mux_buffer_region_info_t &info : regions) {
      copy_region(expected.data(), from.bytes.data(), info);
    }
    REQUIRE(run(commands) == mux_success);
    CHECK(to == expected);
  }
}

TEST_CASE_METHOD(CommandReadBufferRegionsFixture,
                 "muxCommandReadBufferRegions.vu04: a buffer that is bound anew after finalizing "
                 "is read where it is now",
                 "[muxCommandReadBufferRegions]") {
  std::fill(buffer.bytes.begin(), buffer.bytes.end(), uint8_t{5});
  REQUIRE(record({plain_region}) == mux_success);
  run_after_rebinding(*this, buffer);
  CHECK(std::count(std::begin(host), std::end(host), rebound_byte) == 8 * 4);
  CHECK(std::count(std::begin(host), std::end(host), 5) == 0);
}

TEST_CASE_METHOD(CommandReadBufferRegionsFixture,
                 "muxCommandReadBufferRegions.host_pointer: regions beyond 64-bit addresses on the "
                 "host's side are mux_error_invalid_value",
                 "[muxCommandReadBufferRegions]") {
  mux_buffer_region_info_t far = plain_region;
  far.dst_origin.z = ~size_t{0} / 32;
  entry_point.fails_because("on the dst side", mux_error_invalid_value, record({far}));
  far.dst_origin = {~size_t{0}, 0, 0};
  entry_point.fails_because("on the dst side", mux_error_invalid_value, record({far}));
  mux_buffer_region_info_t steep = plain_region;
  steep.dst_desc.x = ~size_t{0} / 2;
  entry_point.fails_because("on the dst side", mux_error_invalid_value, record({steep}));
  expect_still_runs();
}

}  // namespace mux::test::mux_command_read_buffer_regions
