/// @file
/// Folds queries of a pointer's address space that its underlying objects answer.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Answers such queries: to_global(), to_local(), to_private() and get_fence(). Precondition: all
/// calls are inlined, and the kernel still has its own arguments and local variables.
void fold_address_space_queries(llvm::Function &kernel);

}  // namespace mux::compiler
