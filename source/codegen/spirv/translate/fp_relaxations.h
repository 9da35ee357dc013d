/// @file
/// Floating-point contraction and inexact division, expressed as Clang does for OpenCL C.

#pragma once

#include "codegen/spirv/body/context.h"

namespace mux::compiler::spirv {

/// Replaces sums with a product that has no other use by `llvm.fmuladd`, in kernels without the
/// execution mode ContractionOff; in functions that kernels call, if no kernel has that mode.
void form_multiply_adds(const Context &context);

/// Attaches `fpmath` metadata with the errors that OpenCL allows to divisions and square roots of
/// float.
void attach_fpmath(llvm::Module &module);

}  // namespace mux::compiler::spirv
