#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "recording_checks.h"
#include "regions.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCommandWriteBufferRegions");

/// 4 rows of 8 bytes in rows of 16, from the origin to the origin.
constexpr mux_buffer_region_info_t plain_region = {
    {8, 4, 1}, {0, 0, 0}, {0, 0, 0}, {16, 64}, {16, 64}};

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

TEST_CASE_METHOD(
    CommandWriteBufferRegionsFixture,
    "muxCommandWriteBufferRegions.rc04: a pitch below the region is mux_error_invalid_value",
    "[muxCommandWriteBufferRegions]") {
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

TEST_CASE_METHOD(
    CommandWriteBufferRegionsFixture,
    "muxCommandWriteBufferRegions.rc05: regions past the buffer are mux_error_invalid_value",
    "[muxCommandWriteBufferRegions]") {
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

TEST_CASE_METHOD(
    CommandWriteBufferRegionsFixture,
    "muxCommandWriteBufferRegions.rc06: regions that overlap are mux_error_invalid_value",
    "[muxCommandWriteBufferRegions]") {
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

TEST_CASE_METHOD(
    CommandWriteBufferRegionsFixture,
    "muxCommandWriteBufferRegions.rc10, vu01, vu05, vu06: records into command buffers",
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
