/// @file
/// A reference implementation of the commands that copy regions, and random regions.

#pragma once

#include <mux/mux.h>

#include <cstdint>
#include <random>
#include <vector>

namespace mux::test {

/// Copies a region byte by byte.
inline void copy_region(uint8_t *destination, const uint8_t *source,
                        const mux_buffer_region_info_t &info) {
  for (size_t z = 0; z < info.region.z; ++z) {
    for (size_t y = 0; y < info.region.y; ++y) {
      for (size_t x = 0; x < info.region.x; ++x) {
        destination[info.dst_origin.x + x + (info.dst_origin.y + y) * info.dst_desc.x +
                    (info.dst_origin.z + z) * info.dst_desc.y] =
            source[info.src_origin.x + x + (info.src_origin.y + y) * info.src_desc.x +
                   (info.src_origin.z + z) * info.src_desc.y];
      }
    }
  }
}

/// A block of memory with slices of rows.
struct Block {
  size_t width;
  size_t height;
  size_t depth;
  size_t row_pitch;
  size_t slice_pitch;

  size_t size() const { return slice_pitch * depth; }
  mux_extent_2d_t desc() const { return {row_pitch, slice_pitch}; }
};

/// A random block of up to 24 bytes, rows and slices with at least `dimensions` dimensions, with
/// gaps after rows and slices.
inline Block random_block(std::mt19937 &random, unsigned dimensions) {
  const auto extent = [&](bool used) { return used ? 4 + random() % 21 : 1; };
  Block block{};
  block.width = extent(true);
  block.height = extent(dimensions > 1);
  block.depth = extent(dimensions > 2);
  block.row_pitch = block.width + random() % 5;
  block.slice_pitch = block.row_pitch * block.height + random() % 9;
  return block;
}

/// Random regions between two blocks that do not overlap on either side: each is in a separate slab
/// along the outermost dimension.
inline std::vector<mux_buffer_region_info_t> random_regions(std::mt19937 &random,
                                                            const Block &source,
                                                            const Block &destination) {
  const auto part = [&](size_t a, size_t b, size_t &from_a, size_t &from_b) {
    const size_t extent = 1 + random() % std::min(a, b);
    from_a = random() % (a - extent + 1);
    from_b = random() % (b - extent + 1);
    return extent;
  };
  mux_buffer_region_info_t first{};
  first.src_desc = source.desc();
  first.dst_desc = destination.desc();
  first.region.x = part(source.width, destination.width, first.src_origin.x, first.dst_origin.x);
  first.region.y = part(source.height, destination.height, first.src_origin.y, first.dst_origin.y);
  first.region.z = part(source.depth, destination.depth, first.src_origin.z, first.dst_origin.z);
  std::vector<mux_buffer_region_info_t> regions = {first};
  // Splits it along one dimension, so that a command has several regions.
  size_t mux_extent_3d_t::*const axes[] = {&mux_extent_3d_t::x, &mux_extent_3d_t::y,
                                           &mux_extent_3d_t::z};
  for (const auto axis : axes) {
    mux_buffer_region_info_t &last = regions.back();
    if (last.region.*axis < 2) {
      continue;
    }
    const size_t cut = 1 + random() % (last.region.*axis - 1);
    mux_buffer_region_info_t second = last;
    second.region.*axis -= cut;
    second.src_origin.*axis += cut;
    second.dst_origin.*axis += cut;
    last.region.*axis = cut;
    regions.push_back(second);
  }
  return regions;
}

}  // namespace mux::test
