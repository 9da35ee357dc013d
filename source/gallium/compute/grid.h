/// @file
/// Grids: the ND-range of a launch, and launches whose size is in a buffer.
#pragma once

#include <array>

#include "gallium/compute/arguments.h"

namespace mux::gallium {

/// An ND-range.
struct Range {
  uint32_t dimensions;
  std::array<size_t, 3> block;
  std::array<size_t, 3> offset;
  std::array<size_t, 3> size;

  bool is_empty() const;
  uint64_t work_items() const { return uint64_t{size[0]} * size[1] * size[2]; }
};

/// The work-groups of a grid as an ND-range. Fails if there are too many.
Range range_of(const mux_gallium_screen_info_t &limits, const mux_gallium_grid_info_t &info,
               const std::array<uint32_t, 3> &groups);

/// Checks a grid's blocks against the limits and the entry point.
void check_blocks(const mux_gallium_screen_info_t &limits, const EntryPoint &entry_point,
                  const mux_gallium_grid_info_t &info);

/// Records an ND-range.
mux_result_t record_range(mux_command_buffer_t commands, const EntryPoint &entry_point,
                          std::span<mux_descriptor_info_t> descriptors, const Range &range,
                          uint32_t wait_count, const mux_sync_point_t *waits,
                          mux_sync_point_t *sync_point);

}  // namespace mux::gallium
