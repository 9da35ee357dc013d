/// @file
/// Rectangular regions of buffers and host memory.
#pragma once

#include <mux/mux.h>

#include "opencl/commands/arguments.h"

namespace mux::opencl {

/// Origin, extent and pitches of a region, in bytes.
struct Rectangle {
  mux_extent_3d_t origin;
  mux_extent_3d_t region;
  size_t row_pitch;
  size_t slice_pitch;

  /// The offset of its first byte, and the distance from there to its end.
  size_t begin() const;
  size_t span() const;
};

/// Validates a region; a pitch of 0 means tightly packed. Fails with CL_INVALID_VALUE.
Rectangle checked_rectangle(const size_t *origin, const size_t *region, size_t row_pitch,
                            size_t slice_pitch);

void require_within(const Rectangle &rectangle, const Buffer &buffer);

/// Whether the regions overlap; conservative, computed from their origins and pitches.
bool share_bytes(const Buffer &source, const Rectangle &from, const Buffer &destination,
                 const Rectangle &to);

/// The mux description of a copy between two regions.
mux_buffer_region_info_t region_info(const Rectangle &from, const Rectangle &to);

}  // namespace mux::opencl
