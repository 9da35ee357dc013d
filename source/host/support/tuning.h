/// @file
/// Tuning constants of locks and stacks, each with the reason for its value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host::tuning {

/// Iterations for which a thread spins on a taken lock before it sleeps. Critical sections are tens
/// of nanoseconds long; a pause instruction takes about 60 ns on recent processors and 5 ns on
/// older ones.
inline constexpr int lock_spins = 40;

/// Bytes of a stack reserved for signal handlers (the registers alone take 3 to 11 KB), and for the
/// frames between the check and a kernel, which are below 2 KB.
inline constexpr size_t stack_reserve = 32 * 1024;

/// Usable bytes of the main thread's stack if its limit is higher or unlimited: Linux keeps 128 MB
/// below it free of mappings.
inline constexpr size_t largest_first_stack = size_t{64} << 20;

}  // namespace mux::host::tuning
