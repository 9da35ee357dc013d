/// @file
/// A box of bytes in linear memory: rows of bytes at a pitch, slices of rows at another.
///
/// Pure functions of their arguments: no state, no allocation, no failure, any thread.
#pragma once

#include <mux/mux.h>

#include <cstdint>

namespace mux::core {

/// Byte (slice, row) starts at first + slice * slice_pitch + row * row_pitch. No count is 0. A
/// pitch that nothing multiplies (one row, one slice) means nothing.
struct StridedBox {
  uint64_t first;
  uint64_t row_bytes;
  uint64_t rows;
  uint64_t row_pitch;
  uint64_t slices;
  uint64_t slice_pitch;
};

/// Describes `region` at `origin` in memory with the pitches of `desc`. Returns false if an address
/// does not fit in 64 bits. No member of `region` may be 0.
bool make_strided_box(const mux_extent_3d_t &region, const mux_extent_3d_t &origin,
                      const mux_extent_2d_t &desc, StridedBox *out_box);

/// One past the highest byte of a box from make_strided_box().
uint64_t end_of(const StridedBox &box);

/// Whether two boxes from make_strided_box() have a byte in common; exact for any pitches. Boxes of
/// the same pitches, the usual case, cost one step for each slice (or row, whichever are fewer);
/// others one for each row of the box that has fewer.
bool overlap(const StridedBox &a, const StridedBox &b);

}  // namespace mux::core
