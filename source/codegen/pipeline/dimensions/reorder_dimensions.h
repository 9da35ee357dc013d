/// @file
/// Rewrites a kernel for the chosen order of dimensions (dimension_order.h).

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Renames the dimensions of the function and of KernelTraits::fixed_range in the order
/// WorkItemTraits::order.
void reorder_dimensions(WorkItemKernel &kernel);

}  // namespace mux::compiler
