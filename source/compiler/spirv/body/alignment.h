/// @file
/// What modules say of alignments.

#pragma once

#include <llvm/Support/Alignment.h>

#include "compiler/spirv/module/instruction.h"

namespace mux::compiler::spirv {

/// Nothing for 0: translators write it where they know no alignment, which then is that of the
/// type. Throws Refusal at the instruction if it is none.
llvm::MaybeAlign alignment_of(const Instruction &instruction, uint32_t bytes);

}  // namespace mux::compiler::spirv
