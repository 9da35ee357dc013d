/// @file
/// Boxes of pixels, and what fills them.
#pragma once

#include <mux/mux.h>

#include <array>
#include <cstddef>

#include "opencl/commands/arguments.h"

namespace mux::opencl {

/// A box of an image, which lies in it; layers are the last dimension.
struct ImageBox {
  mux_offset_3d_t offset;
  mux_extent_3d_t extent;
};

/// Bytes from one row to the next, and from one slice or layer to the next; 0 for no gaps.
struct HostPitches {
  size_t row;
  size_t slice;
};

/// The box that a program describes. Fails with CL_INVALID_VALUE if it is not one of the image.
ImageBox checked_box(const Image &image, const size_t *origin, const size_t *region);

/// Fails with CL_INVALID_VALUE if pixels of the box cannot lie at these pitches.
void require_pitches(const Image &image, const ImageBox &box, const HostPitches &pitches);

/// From the image's first byte to the box's.
size_t offset_in(const Image &image, const ImageBox &box);

/// The bytes of the box's pixels, without gaps.
size_t packed_size(const Image &image, const ImageBox &box);

/// Four components, as mux takes them.
using FillColor = std::array<std::byte, sizeof(cl_float4)>;

/// The color at `fill_color`: red, green, blue and alpha, whatever the image's format has of them.
/// Of depth there is one number, which is taken for red.
FillColor fill_color_of(const Image &image, const void *fill_color);

/// Whether both boxes have pixels of an image in common.
bool share_pixels(const ImageBox &one, const ImageBox &other);

}  // namespace mux::opencl
