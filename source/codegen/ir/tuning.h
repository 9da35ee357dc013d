/// @file
/// Tuning constants that several rooms of the code generator share, each with the reason for its
/// value.

#pragma once

#include <cstdint>

namespace mux::compiler::tuning {

/// Limit in bytes below which a group that runs as one packet has its local memory on the stack.
inline constexpr uint64_t max_stack_local_memory = 64 * 1024;

}  // namespace mux::compiler::tuning
