/// @file
/// What of the vectorizer depends on how large kernels are, with the measurements that chose it.

#pragma once

#include <cstdint>

namespace mux::compiler::tuning {

/// Kernels of more instructions, with their arrays unrolled, begin in loops over their work-items
/// where they may (CodeTier::quick). Packets take three to five times as long to compile as such
/// loops; below this size that is less than a tenth of a second, which any launch that is worth a
/// packet makes up for.
inline constexpr uint64_t most_instructions_in_packets_at_once = 2'000;

}  // namespace mux::compiler::tuning
