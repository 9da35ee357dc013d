#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "recording_checks.h"
#include "regions.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCommandCopyBufferRegions");

/// 4 rows of 8 bytes in rows of 16, from the origin to the origin.
constexpr mux_buffer_region_info_t plain_region = {
    {8, 4, 1}, {0, 0, 0}, {0, 0, 0}, {16, 64}, {16, 64}};

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
  mux_buffer_region_info_t right = plain_region;
  right.dst_origin = {9, 0, 3};
  right.dst_origin.y = 1;
  entry_point.fails(mux_error_invalid_value, record({right}));
  mux_buffer_region_info_t far = plain_region;
  far.dst_origin.z = 4;
  entry_point.fails(mux_error_invalid_value, record({far}));
  far.dst_origin.z = ~size_t{0} / 64;
  entry_point.fails(mux_error_invalid_value, record({far}));
  far.dst_origin.z = ~size_t{0};
  entry_point.fails(mux_error_invalid_value, record({far}));
  mux_buffer_region_info_t deep = plain_region;
  deep.region.z = 5;
  entry_point.fails(mux_error_invalid_value, record({deep}));
  mux_buffer_region_info_t steep = plain_region;
  steep.region.z = 2;
  steep.dst_desc.y = ~size_t{0} - 2;
  entry_point.fails(mux_error_invalid_value, record({steep}));
  mux_buffer_region_info_t last = plain_region;
  last.dst_origin = {8, 0, 3};
  CHECK(record({last}) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions: regions past the source are mux_error_invalid_value",
                 "[muxCommandCopyBufferRegions]") {
  mux_buffer_region_info_t right = plain_region;
  right.src_origin = {9, 0, 3};
  right.src_origin.y = 1;
  entry_point.fails(mux_error_invalid_value, record({right}));
  mux_buffer_region_info_t far = plain_region;
  far.src_origin.z = 4;
  entry_point.fails(mux_error_invalid_value, record({far}));
  far.src_origin.z = ~size_t{0} / 64;
  entry_point.fails(mux_error_invalid_value, record({far}));
  far.src_origin.z = ~size_t{0};
  entry_point.fails(mux_error_invalid_value, record({far}));
  mux_buffer_region_info_t deep = plain_region;
  deep.region.z = 5;
  entry_point.fails(mux_error_invalid_value, record({deep}));
  mux_buffer_region_info_t steep = plain_region;
  steep.region.z = 2;
  steep.src_desc.y = ~size_t{0} - 2;
  entry_point.fails(mux_error_invalid_value, record({steep}));
  mux_buffer_region_info_t last = plain_region;
  last.src_origin = {8, 0, 3};
  CHECK(record({last}) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions.rc05: an empty region is mux_error_invalid_value",
                 "[muxCommandCopyBufferRegions]") {
  size_t mux_extent_3d_t::*const axes[] = {&mux_extent_3d_t::x, &mux_extent_3d_t::y,
                                           &mux_extent_3d_t::z};
  for (const auto axis : axes) {
    mux_buffer_region_info_t empty = plain_region;
    empty.region.*axis = 0;
    entry_point.fails(mux_error_invalid_value, record({empty}));
    mux_buffer_region_info_t elsewhere = plain_region;
    elsewhere.src_origin.z = 1;
    elsewhere.dst_origin.z = 1;
    entry_point.fails(mux_error_invalid_value, record({elsewhere, empty}));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions: a pitch below the region is mux_error_invalid_value",
                 "[muxCommandCopyBufferRegions]") {
  for (const bool source_side : {true, false}) {
    mux_buffer_region_info_t narrow = plain_region;
    (source_side ? narrow.src_desc : narrow.dst_desc).x = 7;
    entry_point.fails(mux_error_invalid_value, record({narrow}));
    mux_buffer_region_info_t flat = plain_region;
    (source_side ? flat.src_desc : flat.dst_desc).y = 3;
    entry_point.fails(mux_error_invalid_value, record({flat}));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyBufferRegionsFixture,
                 "muxCommandCopyBufferRegions.rc07: regions that overlap in the destination are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyBufferRegions]") {
  mux_buffer_region_info_t other = plain_region;
  other.src_origin.z = 1;
  other.dst_origin.z = 1;
  other.dst_origin = {7, 3, 0};
  entry_point.fails(mux_error_invalid_value, record({plain_region, other}));
  entry_point.fails(mux_error_invalid_value, record({other, plain_region}));
  mux_buffer_region_info_t apart = other;
  apart.dst_origin.z = 2;
  entry_point.fails(mux_error_invalid_value, record({apart, plain_region, other}));
  // Interlaced regions, byte by byte side by side, do not overlap.
  other.dst_origin = {8, 0, 0};
  CHECK(record({plain_region, other}) == mux_success);
  expect_still_runs();
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
                 "muxCommandCopyBufferRegions.rc11, vu01, vu08, vu09: records into command buffers",
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
