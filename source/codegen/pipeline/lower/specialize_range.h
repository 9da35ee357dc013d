/// @file
/// Specializes kernels for the sizes of the ND-range.

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Replaces the parameters of a work-item function (WorkItemContext) by the constants of
/// WorkItemTraits::fixed_range. Where neighboring groups run as one
/// (WorkItemTraits::is_group_independent), the local size stays variable.
/// @param kernel compiled for one local size.
void specialize_range(const WorkItemKernel &kernel);

}  // namespace mux::compiler
