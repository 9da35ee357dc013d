/// @file
/// Zero-initializes memory for programs that request it (cl_khr_initialize_memory).

#pragma once

#include <vector>

#include "codegen/ir/kernel.h"
#include "compiler/abi/kernel_abi.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Records the request as a module flag, for the code generator.
void request_initialized_memory(llvm::Module &module, InitializedMemory memory);

/// Applies the module's request, if any. Precondition: nothing is optimized yet, since an undefined
/// value may become any value.
///
/// Zeros every private variable at the start of its lifetime, and replaces undefined values by
/// zero. For local memory, only sets a flag of the kernels (see build_kernel_entry()): it is zeroed
/// once per group, not per work-item.
void initialize_memory(llvm::Module &module, std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
