/// @file
/// Finds the kernels of a module and works out how their arguments are packed.

#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

#include "compiler/ir/kernel.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Finds the kernels by their calling convention, so before retarget(). Arguments are packed in
/// order, each at the next multiple of its alignment.
///
/// @return an error that names the kernel and the argument that are not supported.
llvm::Expected<std::vector<SourceKernel>> find_kernels(llvm::Module &module);

}  // namespace mux::compiler
