/// @file
/// In which order the blocks of a function are translated.

#pragma once

#include <span>
#include <vector>

#include "compiler/spirv/body/context.h"

namespace mux::compiler::spirv {

/// From a block's OpLabel, or the debug lines before it, to the instruction that ends it.
using Block = std::span<const Instruction>;

/// The blocks of a function so that each comes behind all that dominate it, and what has a value is
/// known where it is used. That is the order of SPIR-V, but translators that keep LLVM's order of
/// blocks write others, too. What cannot be reached comes last.
std::vector<Block> blocks_in_order(const Context &context, const FunctionCode &code);

}  // namespace mux::compiler::spirv
