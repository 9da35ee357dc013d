/// @file
/// Regions of images, host pitches and fill colors.
#pragma once

#include <mux/mux.h>

#include <array>
#include <cstddef>

#include "opencl/commands/arguments.h"

namespace mux::opencl {

/// A region inside an image; layers are the last dimension.
struct ImageBox {
  mux_offset_3d_t offset;
  mux_extent_3d_t extent;
};

/// Distance in bytes of rows, and of slices or layers; 0 for tightly packed.
struct HostPitches {
  size_t row;
  size_t slice;
};

/// Validates a region. Fails with CL_INVALID_VALUE if it is not inside the image.
ImageBox checked_box(const Image &image, const size_t *origin, const size_t *region);

/// Fails with CL_INVALID_VALUE if the pitches are too small for the region.
void require_pitches(const Image &image, const ImageBox &box, const HostPitches &pitches);

/// The offset in bytes of the region's first pixel in the image.
size_t offset_in(const Image &image, const ImageBox &box);

/// The size in bytes of the region's pixels when tightly packed.
size_t packed_size(const Image &image, const ImageBox &box);

/// Four components, as mux expects.
using FillColor = std::array<std::byte, sizeof(cl_float4)>;

/// Reads a fill color: red, green, blue and alpha, whatever the image's channels. For depth images
/// it is a single number, stored as red.
FillColor fill_color_of(const Image &image, const void *fill_color);

/// Whether the regions overlap, for regions of the same image.
bool share_pixels(const ImageBox &one, const ImageBox &other);

}  // namespace mux::opencl
