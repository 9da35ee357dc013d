/// @file
/// Invalid regions for all commands with regions of buffers. Each check records them through a call
/// that is valid otherwise, between buffers of 256 bytes, then checks that the command buffer still
/// runs. For the test's thread only.

#pragma once

#include <functional>
#include <vector>

#include "fixtures.h"

namespace mux::test {

/// 4 rows of 8 bytes in rows of 16, from offset 0 to offset 0.
inline constexpr mux_buffer_region_info_t plain_region = {
    {8, 4, 1}, {0, 0, 0}, {0, 0, 0}, {16, 64}, {16, 64}};

/// One side of a region: its origin and pitches.
struct RegionSide {
  mux_extent_3d_t mux_buffer_region_info_t::*origin;
  mux_extent_2d_t mux_buffer_region_info_t::*desc;
};
inline constexpr RegionSide source_side = {&mux_buffer_region_info_t::src_origin,
                                           &mux_buffer_region_info_t::src_desc};
inline constexpr RegionSide destination_side = {&mux_buffer_region_info_t::dst_origin,
                                                &mux_buffer_region_info_t::dst_desc};

/// A call that is valid except for its regions.
using RecordRegions = std::function<mux_result_t(const std::vector<mux_buffer_region_info_t> &)>;

/// An empty region is mux_error_invalid_value, alone and after a valid one.
inline void check_empty_regions(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                                const RecordRegions &record) {
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
  fixture.expect_still_runs();
}

/// A pitch less than the region is mux_error_invalid_value.
inline void check_narrow_pitches(const EntryPoint &entry_point, CommandBufferFixture &fixture,
                                 const RecordRegions &record) {
  for (const RegionSide &side : {source_side, destination_side}) {
    mux_buffer_region_info_t narrow = plain_region;
    (narrow.*side.desc).x = 7;
    entry_point.fails(mux_error_invalid_value, record({narrow}));
    mux_buffer_region_info_t flat = plain_region;
    (flat.*side.desc).y = 3;
    entry_point.fails(mux_error_invalid_value, record({flat}));
  }
  fixture.expect_still_runs();
}

/// Regions past the buffer on one side are mux_error_invalid_value.
inline void check_regions_past(const RegionSide &side, const EntryPoint &entry_point,
                               CommandBufferFixture &fixture, const RecordRegions &record) {
  mux_buffer_region_info_t right = plain_region;
  right.*side.origin = {9, 1, 3};
  entry_point.fails(mux_error_invalid_value, record({right}));
  mux_buffer_region_info_t far = plain_region;
  for (const size_t slice : {size_t{4}, ~size_t{0} / 64, ~size_t{0}}) {
    (far.*side.origin).z = slice;
    entry_point.fails(mux_error_invalid_value, record({far}));
  }
  mux_buffer_region_info_t deep = plain_region;
  deep.region.z = 5;
  entry_point.fails(mux_error_invalid_value, record({deep}));
  mux_buffer_region_info_t steep = plain_region;
  steep.region.z = 2;
  (steep.*side.desc).y = ~size_t{0} - 2;
  entry_point.fails(mux_error_invalid_value, record({steep}));
  mux_buffer_region_info_t last = plain_region;
  last.*side.origin = {8, 0, 3};
  CHECK(record({last}) == mux_success);
  fixture.expect_still_runs();
}

/// Regions that overlap on one side only are mux_error_invalid_value.
inline void check_overlapping_regions(const RegionSide &side, const EntryPoint &entry_point,
                                      CommandBufferFixture &fixture, const RecordRegions &record) {
  mux_buffer_region_info_t other = plain_region;
  other.src_origin.z = 1;
  other.dst_origin.z = 1;
  other.*side.origin = {7, 3, 0};
  entry_point.fails(mux_error_invalid_value, record({plain_region, other}));
  entry_point.fails(mux_error_invalid_value, record({other, plain_region}));
  mux_buffer_region_info_t apart = other;
  (apart.*side.origin).z = 2;
  entry_point.fails(mux_error_invalid_value, record({apart, plain_region, other}));
  // Interleaved regions do not overlap.
  other.*side.origin = {8, 0, 0};
  CHECK(record({plain_region, other}) == mux_success);
  fixture.expect_still_runs();
}

}  // namespace mux::test
