/// @file
/// Which functions kernels call, instead of having them inlined.
///
/// Kernels usually become one function each, since work-items side by side need all of their code.
/// But a program may call large functions at so many places, within each other, that its kernels
/// would have millions of instructions: some of hashcat's have 300,000 to 2,800,000, and take
/// minutes to compile. What is that large is run one work-item at a time anyhow (large_kernels.h),
/// so functions may stay what they are.

#pragma once

#include <vector>

#include "compiler/ir/call_order.h"
#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// All functions that kernels call, which must not call themselves.
CallOrder order_of_calls(const std::vector<SourceKernel> &kernels);

/// Says of each kernel whether it calls functions, and marks those that it may call
/// (ir/kept_functions.h): large ones that are called at several places and ask for nothing that
/// only the kernel itself can know, such as barriers and local variables. What they ask of the
/// work-item, the kernel tells them then (query_parameters.h). They must not call themselves.
/// @param[in,out] order order_of_calls() of all kernels, whose functions may be replaced.
void keep_large_functions(std::vector<SourceKernel> &kernels, CallOrder &order);

}  // namespace mux::compiler
