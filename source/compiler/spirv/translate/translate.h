/// @file
/// From a SPIR-V module to LLVM IR for spir64, as Clang makes it of OpenCL C.

#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/interface/specialization.h"

namespace mux::compiler::spirv {

/// @param keep_lines as debug information.
/// Throws Refusal, also where LLVM finds that the result is no valid module.
std::unique_ptr<llvm::Module> translate(std::string_view bytes,
                                        std::span<const SpecializationValue> specialization,
                                        bool keep_lines, llvm::LLVMContext &context);

}  // namespace mux::compiler::spirv
