/// @file
/// Lowers OpenCL C's queries of what a generic pointer points to: to_global(), to_local(),
/// to_private() and get_fence().
///
/// Most are answered statically by the underlying object of the pointer. The others compare the
/// address: local memory is a contiguous range of the scratch memory, private memory is the
/// kernel's variables, and everything else is global. Thread-safe.

#pragma once

#include "codegen/ir/kernel.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Answers queries by the pointers' underlying objects. Precondition: all calls are inlined, and
/// the kernel still has its own arguments and local variables.
void fold_address_space_queries(llvm::Function &kernel);

/// Answers the remaining queries by the addresses. Local memory of a kernel with such queries stays
/// in the scratch memory. Precondition: private variables are not moved to other memory yet.
void lower_address_space_queries(WorkItemKernel &kernel);

}  // namespace mux::compiler
