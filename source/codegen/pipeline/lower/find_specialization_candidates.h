/// @file
/// Finds the arguments for whose values a kernel is worth specializing.

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Sets KernelArgument::is_specialization_candidate of scalars that a loop's trip count, a uniform
/// branch or a divisor depends on. Precondition: the kernel is a work-item function in SSA form.
void find_specialization_candidates(WorkItemKernel &kernel);

}  // namespace mux::compiler
