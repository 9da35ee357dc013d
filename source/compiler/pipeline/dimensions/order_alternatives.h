/// @file
/// Kernels whose vectors run along y or z, for ND-ranges that have little there.
///
/// Such a kernel gets a second form with the vectors along x, and its entry point chooses between
/// the two by the sizes of the ND-range. Where those are known beforehand, the choice is made when
/// the kernel is compiled.

#pragma once

#include <cstdint>
#include <vector>

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Sets WorkItemTraits::order to what suits the kernel and, as far as they are known, its local
/// size and the shape of its ND-ranges. After lower_work_item_queries().
void choose_dimension_order(WorkItemKernel &kernel);

/// Renames the dimensions of the function and of KernelTraits::fixed_range accordingly.
void reorder_dimensions(WorkItemKernel &kernel);

/// Appends the second form of each kernel that needs one. After reorder_dimensions(), before
/// kernels are split at barriers.
void add_alternatives(std::vector<WorkItemKernel> &kernels);

/// Makes one kernel again of both forms, which have their entry points, or none if those are not
/// wanted.
void join_alternatives(std::vector<EntryKernel> &kernels);

}  // namespace mux::compiler
