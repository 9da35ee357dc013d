/// @file
/// Numbers among a kernel's arguments that steer it, and code for given values of them.

#pragma once

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Notes which arguments it may pay to know (KernelArgument::steers): numbers that decide how often
/// a loop runs or which way all work-items go, or that something is divided by. The kernel is a
/// work-item function, in SSA form.
void find_steering_arguments(WorkItemKernel &kernel);

/// Puts the values that are known (KernelTraits::fixed_arguments) in place of the arguments. The
/// kernel is as it was written, and nothing calls it.
void fix_arguments(const SourceKernel &kernel);

}  // namespace mux::compiler
