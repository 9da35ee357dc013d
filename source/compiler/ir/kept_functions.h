/// @file
/// Functions of a program that its kernels call: those of kernels that would be too large with all
/// that they call in them (pipeline/lower/functions_to_keep.h). All other functions are inlined.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Marks a function that calls are to be left of.
void keep_function(llvm::Function &function);

bool is_kept(const llvm::Function &function);

/// Whether the function calls any.
bool calls_kept_functions(const llvm::Function &function);

}  // namespace mux::compiler
