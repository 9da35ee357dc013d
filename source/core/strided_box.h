/// @file
/// Boxes of bytes in linear memory, with row and slice pitches.
///
/// Pure functions; cannot fail; thread-safe.
#pragma once

#include <mux/mux.h>

#include <cstdint>

namespace mux::core {

/// Row `row` of slice `slice` starts at first + slice * slice_pitch + row * row_pitch. No count is
/// 0. A pitch that is never used (one row, one slice) is ignored.
struct StridedBox {
  uint64_t first;
  uint64_t row_bytes;
  uint64_t rows;
  uint64_t row_pitch;
  uint64_t slices;
  uint64_t slice_pitch;
};

/// Creates the box of `region` at `origin` with the pitches of `desc`. Returns false if an address
/// exceeds 64 bits. No member of `region` may be 0.
bool make_strided_box(const mux_extent_3d_t &region, const mux_extent_3d_t &origin,
                      const mux_extent_2d_t &desc, StridedBox *out_box);

/// Returns one past the highest byte of a box from make_strided_box().
uint64_t end_of(const StridedBox &box);

/// Whether two boxes from make_strided_box() overlap; exact for any pitches. For equal pitches, the
/// usual case, takes one step for each slice or each row, whichever are fewer; otherwise one for
/// each row of the box that has fewer.
bool overlap(const StridedBox &a, const StridedBox &b);

}  // namespace mux::core
