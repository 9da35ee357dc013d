/// @file
/// Chooses the dimension that the lanes of a kernel run along, and the order of the others.

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Sets WorkItemTraits::order by the kernel's accesses and, where known, its local size and the
/// shape of its ND-ranges. Precondition: after lower_work_item_queries().
void choose_dimension_order(WorkItemKernel &kernel);

}  // namespace mux::compiler
