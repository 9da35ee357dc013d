/// @file
/// Every constant that trades one cost for another, with the reason for its value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host::tuning {

/// How often a thread looks at a taken lock before it sleeps. Sections are tens of nanoseconds
/// long; a pause is about 60 ns on recent processors and 5 ns on older ones.
inline constexpr int lock_spins = 40;

/// Bytes of a stack that are left to handlers of signals (the registers alone take 3 to 11 KB), and
/// to what lies between the functions that ask and a kernel, which is below 2 KB.
inline constexpr size_t stack_reserve = 32 * 1024;

/// Bytes of the stack that a process begins with which are counted on if its limit is higher or
/// there is none: Linux keeps 128 MB below it free of mappings.
inline constexpr size_t largest_first_stack = size_t{64} << 20;

}  // namespace mux::host::tuning
