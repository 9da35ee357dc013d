/// @file
/// Boxes of bytes, in buffers and in memory of the host.
#pragma once

#include <mux/mux.h>

#include "opencl/commands/arguments.h"

namespace mux::opencl {

/// Where the rows of a box lie.
struct Rectangle {
  mux_extent_3d_t origin;
  mux_extent_3d_t region;
  size_t row_pitch;
  size_t slice_pitch;

  /// Its first byte, and the bytes from that to its last.
  size_t begin() const;
  size_t span() const;
};

/// The box that a program describes; a pitch may be 0 for rows or slices without gaps. Fails with
/// CL_INVALID_VALUE if there is no such box.
Rectangle checked_rectangle(const size_t *origin, const size_t *region, size_t row_pitch,
                            size_t slice_pitch);

void require_within(const Rectangle &rectangle, const Buffer &buffer);

/// Whether the boxes have bytes in common, as far as that can be told by their beginnings and
/// pitches.
bool share_bytes(const Buffer &source, const Rectangle &from, const Buffer &destination,
                 const Rectangle &to);

/// A copy from one box to the other.
mux_buffer_region_info_t region_info(const Rectangle &from, const Rectangle &to);

}  // namespace mux::opencl
