/// @file
/// Specializes kernels for the values of arguments, and finds the arguments that are worth it.

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Sets KernelArgument::is_specialization_candidate of scalars that a loop's trip count, a uniform
/// branch or a divisor depends on. Precondition: the kernel is a work-item function in SSA form.
void find_specialization_candidates(WorkItemKernel &kernel);

/// Replaces arguments by the constants in KernelTraits::fixed_arguments. Precondition: the kernel
/// is not lowered yet, and is not called.
void specialize_arguments(const SourceKernel &kernel);

}  // namespace mux::compiler
