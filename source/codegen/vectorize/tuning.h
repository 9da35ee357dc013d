/// @file
/// The vectorizer's limits on the size of kernels, with the measurements that chose them.

#pragma once

#include <cstdint>

namespace mux::compiler::tuning {

/// Kernels with more instructions, counted after unrolling array loops, start in loops over their
/// work-items if the range kind permits it (CodeTier::quick). Measured: straight-line code of
/// 2,000, 4,000 and 8,000 instructions took 0.2, 0.5 and 1.3 s of processor time longer to compile
/// as packets, on a loaded machine; the three kernels of a PBKDF2, of 6,000 to 11,000 instructions,
/// 18.1 s instead of 4.5 s in total. Other limits were not measured.
inline constexpr uint64_t max_immediate_packet_instructions = 2'000;

}  // namespace mux::compiler::tuning
