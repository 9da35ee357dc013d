/// @file
/// Limits on the compile time of cost estimates, with the measurements that chose them.

#pragma once

#include <cstdint>

namespace mux::compiler::tuning {

/// Maximum number of instructions for which scalar cost includes the SLP vectorizer. Measured on a
/// kernel of 11,000 instructions: half of the time to describe it, 2.5 s. Other limits were not
/// measured.
inline constexpr uint64_t max_slp_instructions = 2'000;

}  // namespace mux::compiler::tuning
