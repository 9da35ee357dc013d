// Where the pixels of an image, or of a box of pixels in host memory, lie: row after row, and slice
// after slice, at pitches that the program may choose.
//
// Pure functions of their arguments: no state, no allocation, any thread.
#pragma once

#include <mux/mux.h>

#include <cstdint>

namespace mux::core {

struct ImageLayout {
  // From one row to the next, from one slice or layer to the next, and of the whole, in bytes.
  uint64_t row_size;
  uint64_t slice_size;
  uint64_t size;
};

enum class LayoutFault : uint8_t { none, row_size, slice_size, size };

// Lays out extent.z slices (layers count as slices) of extent.y rows of extent.x pixels. A pitch of
// 0 stands for no gaps. What is wrong otherwise: a row size that is less than a row, a slice size
// that is less than its rows, either no multiple of `unit` (neither 0 nor more than a pixel), or a
// size that 64 bits cannot count.
LayoutFault make_image_layout(uint32_t pixel_size, const mux_extent_3d_t &extent, uint64_t row_size,
                              uint64_t slice_size, uint64_t unit, ImageLayout *out_layout);

// The extent of an image as commands count it: array layers are its last axis.
mux_extent_3d_t box_extent(const mux_image_s &image);

// The bytes that one step along the second, and the third, of these axes takes, in a layout of an
// image, or of host memory, of this type.
mux_extent_2d_t box_pitches(mux_image_type_e type, uint64_t row_size, uint64_t slice_size);

}  // namespace mux::core
