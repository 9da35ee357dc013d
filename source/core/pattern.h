/// @file
/// Size limit of fill patterns.
#pragma once

#include <cstdint>

namespace mux::core {

/// Maximum size of a pattern in bytes: the largest type of OpenCL C, a vector of sixteen 64-bit
/// values.
inline constexpr uint64_t max_pattern_size = 128;

}  // namespace mux::core
