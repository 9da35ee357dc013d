/// @file
/// Limits of unrolling loops around private arrays, with the measurements that chose them.
///
/// Measured with `muxbench plain private` on two cores of a Xeon (Sapphire Rapids): sorting 8
/// numbers of a column takes 23.9 us with loops, 17.6 us without; a sorting network for rows of 8
/// takes 83 us and 51 us.

#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::compiler::tuning {

/// Limit for instructions of all iterations of loops around array accesses: a median of nine bytes
/// has 500.
inline constexpr size_t max_instructions_around_arrays = 1500;
/// The same limit for loops without memory accesses. 32 iterations that reverse bits take 37 us as
/// a loop, 5.7 us unrolled.
inline constexpr size_t max_instructions_without_memory = 400;
/// Largest array in bytes; larger ones would be spilled.
inline constexpr uint64_t max_register_array_size = 256;

}  // namespace mux::compiler::tuning
