/// @file
/// Specialization candidates among a kernel's arguments, and code for given values of them.

#pragma once

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Notes which arguments it may pay to know (KernelArgument::is_specialization_candidate): scalars
/// that decide how often a loop runs or which path all work-items take, or that something is
/// divided by. The kernel is a work-item function, in SSA form.
void find_specialization_candidates(WorkItemKernel &kernel);

/// Puts the values that are known (KernelTraits::fixed_arguments) in place of the arguments. The
/// kernel is as it was written, and nothing calls it.
void fix_arguments(const SourceKernel &kernel);

}  // namespace mux::compiler
