/// @file
/// Memory layout of images, and of boxes of pixels in host memory: row and slice pitches, which the
/// program may choose.
///
/// Commands address boxes of an image with array layers as the last axis: y for one-dimensional
/// arrays, z for two-dimensional ones. A layer of a one-dimensional array is a slice of a single
/// row.
///
/// Pure functions; thread-safe.
#pragma once

#include <mux/mux.h>

#include <cstdint>

namespace mux::core {

struct ImageLayout {
  /// Row pitch, slice or layer pitch, and total size, in bytes.
  uint64_t row_size;
  uint64_t slice_size;
  uint64_t size;
};

/// Pitches requested by the program; 0 means tightly packed.
struct ImagePitches {
  uint64_t row_size;
  uint64_t slice_size;
  /// Both pitches must be multiples of this; not 0.
  uint32_t granularity;
};

enum class LayoutFault : uint8_t { none, row_size, slice_size, size };

/// Returns the extent of an image with array layers as the last axis.
mux_extent_3d_t box_extent(mux_image_type_e type, const mux_extent_3d_t &size,
                           uint32_t array_layers);

/// Computes the layout of a box of `extent` pixels. Reports a row pitch less than a row, a slice
/// pitch less than its rows, a pitch that is not a multiple of the granularity, or a size that
/// exceeds 64 bits.
LayoutFault make_image_layout(mux_image_type_e type, uint32_t pixel_size,
                              const mux_extent_3d_t &extent, const ImagePitches &pitches,
                              ImageLayout *out_layout);

/// Returns the pitches of a box in bytes along the second axis (x) and the third (y).
mux_extent_2d_t box_pitches(mux_image_type_e type, uint64_t row_size, uint64_t slice_size);

}  // namespace mux::core
