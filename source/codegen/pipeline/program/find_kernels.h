/// @file
/// Finds the kernels of a module and computes the layout of their packed arguments.

#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

#include "codegen/ir/kernel.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Finds the kernels by their calling convention. Arguments are packed in order, each at the next
/// multiple of its alignment. Precondition: before retarget(), which changes the calling
/// convention.
/// @return the kernels, or an error that names the kernel and the argument that are not supported.
llvm::Expected<std::vector<SourceKernel>> find_kernels(llvm::Module &module);

}  // namespace mux::compiler
