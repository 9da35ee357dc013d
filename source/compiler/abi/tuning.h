/// @file
/// Tuning constants on which compiled code and the runtime must agree, each with the reason for its
/// value.

#pragma once

#include <cstdint>

namespace mux::compiler {

/// Packets of which less than one in this many lanes is used do not pay: shorter rows are executed
/// one work-item at a time.
inline constexpr uint32_t min_occupancy_divisor = 4;

/// Minimum of work-items along the preferred dimension of the lanes, unless there are fewer along
/// the others.
inline constexpr uint64_t min_lane_dimension_size = 8;

}  // namespace mux::compiler
