/// @file
/// Translates a shader to LLVM IR for spir64, as Clang generates it for OpenCL C.

#pragma once

#include <llvm/IR/Module.h>

#include <memory>

#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

/// The result has one kernel, `main`, with the parameters of body/parameters.h; or, of a stage of
/// the pipeline, a function (body/stage_function.h).
/// @param correctly_rounded whether divisions and square roots of float are.
/// Throws TextError for what is not supported.
std::unique_ptr<llvm::Module> translate(const Program &program, bool correctly_rounded,
                                        llvm::LLVMContext &context);

}  // namespace mux::compiler::tgsi
