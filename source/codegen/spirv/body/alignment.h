/// @file
/// Alignment operands and decorations.

#pragma once

#include <llvm/Support/Alignment.h>

#include "codegen/spirv/module/instruction.h"

namespace mux::compiler::spirv {

/// Converts an alignment operand. 0, which producers write for an unknown alignment, means the
/// type's ABI alignment. Throws ModuleError at the instruction if it is no power of two.
llvm::MaybeAlign alignment_of(const Instruction &instruction, uint32_t bytes);

}  // namespace mux::compiler::spirv
