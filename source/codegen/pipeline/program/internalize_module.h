/// @file
/// Makes everything but the kernels internal to the module.

#pragma once

#include <vector>

#include "codegen/ir/kernel.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Removes what no kernel uses and makes everything but the kernels internal, so that no name of
/// the module can conflict with one of the pipeline's.
void internalize_module(llvm::Module &module, const std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
