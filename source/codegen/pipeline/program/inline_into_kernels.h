/// @file
/// Inlines all calls into the kernels, so that barriers and work-item functions are in the kernel
/// itself, and the optimizer sees all of it. Kernels that would become too large keep some calls
/// (choose_inlining.h).

#pragma once

#include <llvm/Support/Error.h>

#include <vector>

#include "codegen/ir/kernel.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Inlines all functions into the kernels and removes them, except those that are kept.
/// Precondition: choose_inlining() has run.
/// @return an error that names what cannot be inlined.
llvm::Error inline_into_kernels(llvm::Module &module, const std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
