/// @file
/// Order in which the blocks of a function are translated.

#pragma once

#include <span>
#include <vector>

#include "codegen/spirv/body/context.h"

namespace mux::compiler::spirv {

/// From a block's OpLabel, or the debug lines before it, to its terminator.
using Block = std::span<const Instruction>;

/// Sorts the blocks of a function so that each comes after its dominators, and values are defined
/// before their uses. SPIR-V requires that order, but producers that keep LLVM's block order
/// violate it. Unreachable blocks come last.
std::vector<Block> blocks_in_order(const Context &context, const FunctionCode &code);

}  // namespace mux::compiler::spirv
