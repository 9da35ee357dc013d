/// @file
/// Barriers that a program has forgotten, where they show.
///
/// Some kernels have every work-item clear an array in local memory and go on without a barrier:
///
///     for (int i = 0; i < n; ++i) sums[i] = 0;
///     sums[get_local_id(0)] += x;
///
/// That is a data race, and so undefined. Where work-items run in lockstep it does what was meant;
/// where they run one after the other, each clears what those before it have written. So there is a
/// barrier put behind stores of all work-items to one address, in front of the first store to the
/// same array that is not the same for all. A kernel without such a race has no such point: all
/// work-items of a group would have to write to one address, which OpenCL forbids as well.

#pragma once

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Adds them, and counts them in WorkItemTraits::added_barriers. After lower_local_memory() and
/// lower_work_item_queries(). Only where all work-items of a group are sure to come to them.
void add_missing_barriers(WorkItemKernel &kernel);

}  // namespace mux::compiler
