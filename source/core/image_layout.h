/// @file
/// Where the pixels of an image, or of a box of pixels in host memory, lie: row after row, and
/// slice after slice, at pitches that the program may choose.
///
/// Commands name boxes of an image with array layers as its last axis: a one-dimensional array is
/// as high as it has layers, a two-dimensional one as deep. A layer of a one-dimensional array is a
/// slice of a single row.
///
/// Pure functions of their arguments: no state, no allocation, any thread.
#pragma once

#include <mux/mux.h>

#include <cstdint>

namespace mux::core {

struct ImageLayout {
  /// Bytes from one row to the next, from one slice or layer to the next, and of the whole.
  uint64_t row_size;
  uint64_t slice_size;
  uint64_t size;
};

/// The pitches that the program asks for; 0 stands for no gaps.
struct ImagePitches {
  uint64_t row_size;
  uint64_t slice_size;
  /// Both pitches must be multiples of this; not 0.
  uint32_t granularity;
};

enum class LayoutFault : uint8_t { none, row_size, slice_size, size };

/// The extent of an image with array layers as its last axis.
mux_extent_3d_t box_extent(mux_image_type_e type, const mux_extent_3d_t &size,
                           uint32_t array_layers);

/// Lays out a box of `extent` pixels. What may be wrong: a row size that is less than a row, a
/// slice size that is less than its rows, either no multiple of the granularity, or a size that 64
/// bits cannot count.
LayoutFault make_image_layout(mux_image_type_e type, uint32_t pixel_size,
                              const mux_extent_3d_t &extent, const ImagePitches &pitches,
                              ImageLayout *out_layout);

/// The bytes that a step along the second axis (x) and along the third (y) of a box takes.
mux_extent_2d_t box_pitches(mux_image_type_e type, uint64_t row_size, uint64_t slice_size);

}  // namespace mux::core
