/// @file
/// Finds the kernels of a module and works out how their arguments are packed.

#pragma once

#include <string>
#include <vector>

#include "compiler/pipeline/kernel.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Finds the kernels by their calling convention, so before retarget(). Arguments are packed in
/// order, each at the next multiple of its alignment.
///
/// @param[out] error the kernel and the argument that are not supported, when false is returned.
bool find_kernels(llvm::Module &module, std::vector<Kernel> &kernels, std::string &error);

}  // namespace mux::compiler
