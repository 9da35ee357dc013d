/// @file
/// Memory that starts as zeros, for programs that ask for it (cl_khr_initialize_memory).

#pragma once

#include <vector>

#include "compiler/abi/kernel_abi.h"
#include "compiler/ir/kernel.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Notes in a module what its code is to initialize, so that whoever compiles it knows.
void request_initialized_memory(llvm::Module &module, InitializedMemory memory);

/// Does what was asked for; nothing if nothing was. Before anything is optimized: what has no value
/// may become any.
///
/// Every variable of a work-item is zero where its life begins, and every value that may be
/// anything is zero. Of local memory only the kernels are told (build_kernel_entry()): what fills
/// it is the group's, not a work-item's.
void initialize_memory(llvm::Module &module, std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
