/// @file
/// The functions of OpenCL C that ask what a generic pointer points to: to_global(), to_local(),
/// to_private() and get_fence().
///
/// Most answers follow from where a pointer comes from. The others follow from the address: local
/// memory is one stretch of the scratch memory, private memory is the kernel's variables, and
/// all the rest is global. Callable from any thread; nothing fails.

#pragma once

#include "compiler/ir/kernel.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Answers what the origin of the pointers tells. To be run on a kernel with its functions inlined
/// and still its own arguments and local variables.
void fold_address_space_queries(llvm::Function &kernel);

/// Answers what is left, from the addresses. Call this before the private variables are moved to
/// other memory. Local memory of a kernel with such queries stays in the scratch memory.
void lower_address_space_queries(WorkItemKernel &kernel);

}  // namespace mux::compiler
