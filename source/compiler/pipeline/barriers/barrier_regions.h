/// @file
/// Splits a work-item function at its barriers.
///
/// Barriers may stand anywhere: in loops and branches, several in a row. Barrier b is the point
/// where region b starts; region 0 starts where the kernel does. A region is the whole function cut
/// down to what can be reached from its start before the next barrier, so a loop around a barrier
/// lies in every region that passes through it.
///
/// Values that are still needed after a barrier are written to the work-item storage before it and
/// read back after it. A value that only depends on the kernel's parameters is computed again
/// instead. The storage is laid out by value, not by work-item: value v of work-item i is at
/// v.offset * storage_items + i * v.size, so that neighboring work-items use neighboring memory.
///
/// A value that is the same for all work-items of the group is kept once. A small private variable
/// that nobody reads after a barrier is not kept: each region has one of its own.
///
/// Where work-items may meet different barriers, each keeps the index of the barrier that it waits
/// at in the storage, and a region does nothing for a work-item that waits elsewhere.
///
/// A collective is a barrier too, with a step that the group runs before the region that follows it
/// (collective_step.h).

#pragma once

#include <vector>

#include "compiler/ir/kernel.h"
#include "compiler/ir/region.h"

namespace mux::compiler {

/// Splits the work-item function, which must be in SSA form with its queries lowered, and sets
/// KernelDescription::storage_per_work_item and what SplitKernel has of its own for vectorize().
///
/// Without barriers, the work-item function is the only region.
/// @param unsplit a copy of the work-item function that becomes SplitKernel::unsplit, or NULL.
SplitKernel split_at_barriers(WorkItemKernel kernel, llvm::Function *unsplit);

}  // namespace mux::compiler
