/// @file
/// Multi-versions kernels whose lanes run along y or z, for ND-ranges that are short in that
/// dimension.
///
/// Such a kernel gets a second form with the lanes along x, and its entry point selects between the
/// two by the sizes of the ND-range. Where the sizes are known, the form is selected at compile
/// time.

#pragma once

#include <vector>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Appends the second form of each kernel that needs one. Precondition: after reorder_dimensions(),
/// before kernels are split at barriers.
void add_order_versions(std::vector<WorkItemKernel> &kernels);

}  // namespace mux::compiler
