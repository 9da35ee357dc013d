/// @file
/// Inlines all calls into the kernels, so that barriers and work-item functions are in the kernel
/// itself, and the optimizer sees all of it. Kernels that would become too large keep some calls
/// (choose_inlining.h).

#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

#include "codegen/ir/kernel.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Checks that no undefined function or variable is used. Precondition: built-ins are resolved.
/// @return an error that names the undefined ones.
llvm::Error check_defined(const llvm::Module &module);

/// Removes what no kernel uses and makes everything but the kernels internal, so that no name of
/// the module can conflict with one of the pipeline's.
void internalize_module(llvm::Module &module, const std::vector<SourceKernel> &kernels);

/// Renames program-scope variables, so that a variable called `memset` cannot be taken for the
/// function that generated code calls. Precondition: entry points are not built yet.
void mangle_global_names(llvm::Module &module);

/// Rejects recursion.
/// @return an error that names the recursive function.
llvm::Error check_recursion(const std::vector<SourceKernel> &kernels);

/// Chooses the functions that are not inlined (choose_inlining.h). Clones kernels that other
/// kernels call first. Precondition: check_recursion() has succeeded.
/// @return an error that names a kernel that would still be too large.
llvm::Error choose_inlining(std::vector<SourceKernel> &kernels);

/// Inlines all functions into the kernels and removes them, except those that are kept.
/// Precondition: choose_inlining() has run.
/// @return an error that names what cannot be inlined.
llvm::Error inline_into_kernels(llvm::Module &module, const std::vector<SourceKernel> &kernels);

/// Infers the memory effects of the functions that are not inlined, since nothing else is known of
/// their calls. Precondition: variables are promoted to registers.
void infer_memory_effects(llvm::Module &module);

}  // namespace mux::compiler
