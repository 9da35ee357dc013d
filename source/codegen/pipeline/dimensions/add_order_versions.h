/// @file
/// Multi-versions kernels whose lanes run along y or z, for ND-ranges that are short in that
/// dimension.
///
/// Such a kernel gets a second form with the lanes along x, and its entry point selects between the
/// two by the sizes of the ND-range. Where the sizes are known, the form is selected at compile
/// time.

#pragma once

#include <cstdint>
#include <vector>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Sets WorkItemTraits::order by the kernel's accesses and, where known, its local size and the
/// shape of its ND-ranges. Precondition: after lower_work_item_queries().
void choose_dimension_order(WorkItemKernel &kernel);

/// Renames the dimensions of the function and of KernelTraits::fixed_range in that order.
void reorder_dimensions(WorkItemKernel &kernel);

/// Appends the second form of each kernel that needs one. Precondition: after reorder_dimensions(),
/// before kernels are split at barriers.
void add_order_versions(std::vector<WorkItemKernel> &kernels);

/// Merges both forms of each kernel into one kernel. They may have no entry points, if only
/// descriptions are requested.
void merge_order_versions(std::vector<EntryKernel> &kernels);

}  // namespace mux::compiler
