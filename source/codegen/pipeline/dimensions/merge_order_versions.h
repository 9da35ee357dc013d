/// @file
/// Merges the two forms of kernels that add_order_versions() made.

#pragma once

#include <vector>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Merges both forms of each kernel into one kernel. They may have no entry points, if only
/// descriptions are requested.
void merge_order_versions(std::vector<EntryKernel> &kernels);

}  // namespace mux::compiler
