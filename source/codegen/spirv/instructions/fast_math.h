/// @file
/// Translates the decoration FPFastMathMode to LLVM's fast-math flags.

#pragma once

#include "codegen/spirv/body/body.h"

namespace mux::compiler::spirv {

/// Sets the fast-math flags of the instruction's result on `value`, if it can have any.
/// @return `value`.
llvm::Value *with_fast_math(const Body &body, const Instruction &instruction, llvm::Value *value);

}  // namespace mux::compiler::spirv
