/// @file
/// The decoration FPFastMathMode, as LLVM's flags.

#pragma once

#include "compiler/spirv/body/body.h"

namespace mux::compiler::spirv {

/// @return `value`, which has the flags of the instruction's result if it can have any.
llvm::Value *with_fast_math(const Body &body, const Instruction &instruction, llvm::Value *value);

}  // namespace mux::compiler::spirv
