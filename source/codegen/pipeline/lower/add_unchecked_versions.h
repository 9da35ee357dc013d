/// @file
/// Multi-versions kernels whose accesses are checked: a form without the checks runs the groups of
/// which all accesses are in range.
///
/// Before a group starts, a test computes conservative ranges of the addresses of all its
/// work-items (group_ranges.h). Checks of addresses that are loaded, or for which there is no
/// range, remain in both forms. The forms are vectorized independently of each other: without
/// checks, whole groups fit in registers, loops are vectorized, and accesses need no mask.

#pragma once

#include <vector>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Appends the unchecked form of each kernel that has one, and lowers all checks that remain
/// (robust_access.h). Precondition: queries are lowered; after add_order_versions().
void add_unchecked_versions(std::vector<WorkItemKernel> &kernels);

/// Merges the description of the unchecked form into that of its kernel.
void describe_unchecked_form(KernelDescription &kernel, const KernelDescription &unchecked);

}  // namespace mux::compiler
