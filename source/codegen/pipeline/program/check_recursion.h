/// @file
/// Rejects programs with recursive functions.

#pragma once

#include <llvm/Support/Error.h>

#include <vector>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Rejects recursion.
/// @return an error that names the recursive function.
llvm::Error check_recursion(const std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
