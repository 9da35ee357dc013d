#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "recording_checks.h"
#include "region_checks.h"
#include "regions.h"

namespace mux::test::mux_command_copy_buffer_regions {

namespace {

constexpr EntryPoint entry_point("muxCommandCopyBufferRegions");

class CommandCopyBufferRegionsFixture : public CommandBufferFixture {
 public:
  mux_result_t record(const std::vector<mux_buffer_region_info_t> &regions) {
    std::vector<mux_buffer_region_info_t> copy = regions;
    return muxCommandCopyBufferRegions(command_buffer, source.buffer, destination.buffer,
                                       copy.data(), copy.size(), 0, nullptr, nullptr);
  }

  TestBuffer source = make_buffer(256);
  TestBuffer destination = make_buffer(256);

  mux_buffer_region_info_t region = plain_region;

  RecordRegions record_regions = [this](const std::vector<mux_buffer_region_info_t> &regions) {
    return record(regions);
  };

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandCopyBufferRegions(target, source.buffer, destination.buffer, &region, 1,
                                       length, list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions.rc02: no regions are mux_error_invalid_value",
                 "[muxCommandCopyBufferRegions]") {
  entry_point.fails(mux_error_invalid_value,
                    muxCommandCopyBufferRegions(command_buffer, source.buffer, destination.buffer,
                                                nullptr, 1, 0, nullptr, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions.rc03, rc04, rc06: regions past the destination are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyBufferRegions]") {
  check_regions_past(destination_side, entry_point, *this, record_regions);
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions: regions past the source are mux_error_invalid_value",
                 "[muxCommandCopyBufferRegions]") {
  check_regions_past(source_side, entry_point, *this, record_regions);
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions.rc05: an empty region is mux_error_invalid_value",
                 "[muxCommandCopyBufferRegions]") {
  check_empty_regions(entry_point, *this, record_regions);
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions: a pitch below the region is mux_error_invalid_value",
                 "[muxCommandCopyBufferRegions]") {
  check_narrow_pitches(entry_point, *this, record_regions);
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions.rc07: regions that overlap in the destination are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyBufferRegions]") {
  check_overlapping_regions(destination_side, entry_point, *this, record_regions);
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions.rc08: a length of 0 is mux_error_invalid_value",
                 "[muxCommandCopyBufferRegions]") {
  entry_point.fails(mux_error_invalid_value,
                    muxCommandCopyBufferRegions(command_buffer, source.buffer, destination.buffer,
                                                &region, 0, 0, nullptr, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions.rc09, rc10: a wait list and its length go together",
                 "[muxCommandCopyBufferRegions]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions.rc11, vu08, vu09: records into command buffers",
                 "[muxCommandCopyBufferRegions]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(
    CommandCopyBufferRegionsFixture,
    "muxCommandCopyBufferRegions.rc01, vu02, vu03: null, wrong-type and foreign buffers are "
    "mux_error_invalid_value",
    "[muxCommandCopyBufferRegions]") {
  for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxCommandCopyBufferRegions(command_buffer, invalid, destination.buffer,
                                                  &region, 1, 0, nullptr, nullptr));
    entry_point.fails(mux_error_invalid_value,
                      muxCommandCopyBufferRegions(command_buffer, source.buffer, invalid, &region,
                                                  1, 0, nullptr, nullptr));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandCopyBufferRegionsFixture,
    "muxCommandCopyBufferRegions.vu04, vu06: buffers without memory are mux_error_invalid_value",
    "[muxCommandCopyBufferRegions]") {
  mux_buffer_t unbound = nullptr;
  REQUIRE(muxCreateBuffer(device, 256, allocator, &unbound) == mux_success);
  entry_point.fails(mux_error_invalid_value,
                    muxCommandCopyBufferRegions(command_buffer, source.buffer, unbound, &region, 1,
                                                0, nullptr, nullptr));
  entry_point.fails(mux_error_invalid_value,
                    muxCommandCopyBufferRegions(command_buffer, unbound, destination.buffer,
                                                &region, 1, 0, nullptr, nullptr));
  muxDestroyBuffer(device, unbound, allocator);
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandCopyBufferRegionsFixture,
    "muxCommandCopyBufferRegions: the regions may be freed as soon as the call returned",
    "[muxCommandCopyBufferRegions]") {
  std::vector<mux_buffer_region_info_t> regions = {plain_region};
  REQUIRE(muxCommandCopyBufferRegions(command_buffer, source.buffer, destination.buffer,
                                      regions.data(), 1, 0, nullptr, nullptr) == mux_success);
  regions[0] = {};
  regions = {};
  std::fill(source.bytes.begin(), source.bytes.end(), uint8_t{5});
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(destination.bytes[16 * 3 + 7] == 5);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCommandCopyBufferRegions: random regions in one, two and three dimensions",
                 "[muxCommandCopyBufferRegions]") {
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
    const TestBuffer to = make_buffer(destination.size());
    std::vector<uint8_t> expected(destination.size());
    std::vector<mux_buffer_region_info_t> regions = random_regions(random, source, destination);
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandCopyBufferRegions(commands, from.buffer, to.buffer, regions.data(),
                                        regions.size(), 0, nullptr, nullptr) == mux_success);
    for (const mux_buffer_region_info_t &info : regions) {
      copy_region(expected.data(), from.bytes.data(), info);
    }
    REQUIRE(run(commands) == mux_success);
    CHECK(std::equal(expected.begin(), expected.end(), to.bytes.begin()));
  }
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions.vu05, vu07: buffers that are bound anew after "
                 "finalizing are copied where they are now",
                 "[muxCommandCopyBufferRegions]") {
  std::fill(source.bytes.begin(), source.bytes.end(), uint8_t{5});
  REQUIRE(record({plain_region}) == mux_success);
  SECTION("the source") {
    run_after_rebinding(*this, source);
    CHECK(std::count(destination.bytes.begin(), destination.bytes.end(), rebound_byte) == 8 * 4);
  }
  SECTION("the destination") {
    const std::span<uint8_t> rebound = run_after_rebinding(*this, destination);
    CHECK(std::count(rebound.begin(), rebound.end(), 5) == 8 * 4);
    CHECK(std::count(destination.bytes.begin(), destination.bytes.end(), 0) == 256);
  }
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions.rc03, rc04 and rc06: the message says what is past "
                 "the destination: where a region begins, how much it spans, where it ends",
                 "[muxCommandCopyBufferRegions]") {
  const TestBuffer small = make_buffer(64);
  const auto copy_to_small = [&](mux_buffer_region_info_t info) {
    return muxCommandCopyBufferRegions(command_buffer, source.buffer, small.buffer, &info, 1, 0,
                                       nullptr, nullptr);
  };
  mux_buffer_region_info_t begins_past = {{1, 1, 1}, {0, 0, 0}, {65, 0, 0}, {16, 64}, {16, 64}};
  entry_point.fails_because("dst_origin is at byte 65", mux_error_invalid_value,
                            copy_to_small(begins_past));
  mux_buffer_region_info_t spans_more = {{65, 1, 1}, {0, 0, 0}, {0, 0, 0}, {65, 65}, {65, 65}};
  entry_point.fails_because("spans 65 bytes", mux_error_invalid_value, copy_to_small(spans_more));
  mux_buffer_region_info_t ends_past = {{8, 1, 1}, {0, 0, 0}, {60, 0, 0}, {16, 64}, {16, 64}};
  entry_point.fails_because("ends at byte 68", mux_error_invalid_value, copy_to_small(ends_past));
  expect_still_runs();
}

}  // namespace mux::test::mux_command_copy_buffer_regions
