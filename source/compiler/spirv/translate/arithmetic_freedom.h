/// @file
/// What a module leaves open about floating-point numbers, said as Clang says it of OpenCL C.

#pragma once

#include "compiler/spirv/body/context.h"

namespace mux::compiler::spirv {

/// Sums with a product that nothing else uses become `llvm.fmuladd`, in kernels without the
/// execution mode ContractionOff; in functions that kernels call, if no kernel has it.
void contract_sums(const Context &context);

/// Quotients and roots of float may be wrong by as much as OpenCL allows (`fpmath`).
void allow_inexact_quotients(llvm::Module &module);

}  // namespace mux::compiler::spirv
