/// @file
/// Marks functions that kernels call because inlining them would make the kernels too large
/// (pipeline/program/choose_inlining.h). All other functions are inlined.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Marks a function as not to be inlined.
void mark_noinline(llvm::Function &function);

bool is_kept(const llvm::Function &function);

/// Whether the function calls a function that is_kept().
bool calls_noinline_functions(const llvm::Function &function);

}  // namespace mux::compiler
