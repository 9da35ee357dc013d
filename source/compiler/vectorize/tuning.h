/// @file
/// What of the vectorizer depends on how large kernels are, with the measurements that chose it.

#pragma once

#include <cstdint>

namespace mux::compiler::tuning {

/// Kernels of more instructions, with their arrays unrolled, begin in loops over their work-items
/// where they may (CodeTier::quick). Straight code of 2,000, 4,000 and 8,000 instructions took 0.2,
/// 0.5 and 1.3 s of a processor longer to compile in packets, on a machine with much else to do;
/// the three kernels of a PBKDF2, of 6,000 to 11,000, 18.1 s instead of 4.5, all told. Other limits
/// were not tried.
inline constexpr uint64_t most_instructions_in_packets_at_once = 2'000;

}  // namespace mux::compiler::tuning
