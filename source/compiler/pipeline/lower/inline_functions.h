/// @file
/// Makes every kernel one function without calls: barriers and work-item functions then stand in
/// the kernel itself, and the optimizer sees all of it. Kernels that would be too large call some
/// functions (functions_to_keep.h).

#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

#include "compiler/ir/kernel.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Names the functions and variables that the module needs and nobody defines. Call it after the
/// built-ins were resolved.
/// @return an error that names them.
llvm::Error check_defined(const llvm::Module &module);

/// Drops what no kernel uses and makes everything but the kernels internal, so that no name of the
/// module can clash with one of ours.
void keep_only_kernels(llvm::Module &module, const std::vector<SourceKernel> &kernels);

/// Renames program-scope variables, so that one called `memset` cannot become the function of that
/// name that generated code calls. To be run before entry points are built.
void hide_variable_names(llvm::Module &module);

/// Refuses functions that call themselves.
/// @return an error that says which one.
llvm::Error check_calls(const std::vector<SourceKernel> &kernels);

/// Decides which functions kernels call (functions_to_keep.h). A kernel that another kernel calls
/// is copied first. To be run after check_calls().
/// @return an error that says which kernel is too large even so.
llvm::Error choose_calls(std::vector<SourceKernel> &kernels);

/// Inlines all functions into the kernels and removes them, but for those that are kept. To be run
/// after choose_calls().
/// @return an error that says what cannot be inlined.
llvm::Error inline_into_kernels(llvm::Module &module, const std::vector<SourceKernel> &kernels);

/// Says of the functions that are kept which memory they read and write: of a call nothing else is
/// known. To be run when variables were promoted to registers.
void find_memory_of_calls(llvm::Module &module);

}  // namespace mux::compiler
