/// @file
/// What estimates may cost themselves, with the measurements that chose it.

#pragma once

#include <cstdint>

namespace mux::compiler::tuning {

/// Of work-items with more instructions nobody finds out what LLVM would join to vectors beside
/// their loops: it looks at each block again for each place where it could begin.
inline constexpr uint64_t most_joined_instructions = 2'000;

}  // namespace mux::compiler::tuning
