/// @file
/// Chooses the functions that are not inlined into kernels.
///
/// Kernels usually become one function each, since vectorization needs all of their code. But if a
/// program calls large functions at many places, nested, its kernels would have millions of
/// instructions: some of hashcat's have 300,000 to 2,800,000, and take minutes to compile. Kernels
/// of that size are not vectorized anyway (size_limits.h), so they may contain calls.

#pragma once

#include <vector>

#include "codegen/ir/call_order.h"
#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// All functions that kernels call, transitively. Precondition: no recursion.
CallOrder order_of_calls(const std::vector<SourceKernel> &kernels);

/// Sets SourceKernel::calls_functions, and marks the functions that are not inlined
/// (ir/noinline_functions.h): large ones that are called at several places and need nothing that
/// only a kernel has, such as barriers and local variables. Work-item ids are passed to them as
/// arguments (query_parameters.h). Precondition: no recursion.
/// @param[in,out] order order_of_calls() of all kernels, whose functions may be replaced.
void choose_called_functions(std::vector<SourceKernel> &kernels, CallOrder &order);

}  // namespace mux::compiler
