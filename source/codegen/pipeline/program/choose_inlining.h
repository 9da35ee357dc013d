/// @file
/// Chooses the functions that are not inlined into kernels.
///
/// Kernels usually become one function each, since vectorization needs all of their code. But if a
/// program calls large functions at many places, nested, its kernels would have millions of
/// instructions: some of hashcat's have 300,000 to 2,800,000, and take minutes to compile. Kernels
/// of that size are not vectorized anyway (size_limits.h), so they may contain calls.

#pragma once

#include <llvm/Support/Error.h>

#include <vector>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Sets SourceKernel::calls_functions, and marks the functions that are not inlined
/// (ir/noinline_functions.h). Clones kernels that other kernels call first.
/// Precondition: check_recursion() has succeeded.
/// @return an error that names a kernel that would still be too large.
llvm::Error choose_inlining(std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
