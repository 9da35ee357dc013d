/// @file
/// What estimates may cost themselves, with the measurements that chose it.

#pragma once

#include <cstdint>

namespace mux::compiler::tuning {

/// Of work-items with more instructions nobody finds out what LLVM would join to vectors beside
/// their loops. In a kernel of 11,000 that was half of what describing it took, 2.5 s. Other limits
/// were not tried.
inline constexpr uint64_t most_joined_instructions = 2'000;

}  // namespace mux::compiler::tuning
