/// @file
/// Adds barriers where a common data race on local memory would give wrong results.
///
/// Some kernels have every work-item clear an array in local memory and continue without a barrier:
///
///     for (int i = 0; i < n; ++i) sums[i] = 0;
///     sums[get_local_id(0)] += x;
///
/// That is a data race, and so undefined. Where work-items run in lockstep it does what was meant;
/// where they are executed one after the other, each clears what those before it have written. So a
/// barrier is inserted after stores of all work-items to one address, before the first store to the
/// same array that is not uniform. A kernel without a race contains no such point: that all
/// work-items of a group write to one address is itself a race.

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Adds the barriers, and counts them in WorkItemTraits::added_barriers. Only where all work-items
/// of a group are certain to reach them. Precondition: lower_local_memory() and
/// lower_work_item_queries() have run.
void add_missing_barriers(WorkItemKernel &kernel);

}  // namespace mux::compiler
