/// @file
/// The limit of patterns that memory is filled with.
#pragma once

#include <cstdint>

namespace mux::core {

/// Bytes of the largest pattern: a vector of sixteen 64-bit values, the largest type of OpenCL C.
inline constexpr uint64_t max_pattern_size = 128;

}  // namespace mux::core
