/// @file
/// Translates a SPIR-V module to LLVM IR for spir64, as Clang generates it for OpenCL C.

#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/interface/specialization.h"

namespace mux::compiler::spirv {

/// @param keep_lines whether OpLine is translated to debug information.
/// Throws ModuleError, also if LLVM's verifier rejects the result.
std::unique_ptr<llvm::Module> translate(std::string_view bytes,
                                        std::span<const SpecializationValue> specialization,
                                        bool opens_constants, bool keep_lines,
                                        llvm::LLVMContext &context);

}  // namespace mux::compiler::spirv
