/// @file
/// Splits a work-item function at its barriers.
///
/// Barriers may be anywhere: in loops and branches, several in a row. Barrier b is the point where
/// region b starts; region 0 starts at the kernel's entry. A region contains all code that is
/// reachable from its start before the next barrier, so a loop around a barrier is part of every
/// region that passes through it.
///
/// Values that are live across a barrier are stored to the context array before it and loaded after
/// it. A value that depends only on the kernel's parameters is recomputed instead. The array is
/// laid out by value, not by work-item: value v of work-item i is at v.offset * context_items + i *
/// v.size, so that neighboring work-items use neighboring memory.
///
/// A value that is uniform across the group is stored once. A small private variable that is not
/// read after a barrier is not stored: each region has its own.
///
/// Where work-items may reach different barriers, each stores the index of the barrier that it is
/// blocked at in the context array, and a region skips the work-items that are blocked elsewhere.
///
/// A collective is a barrier too, with a step that the group executes before the following region
/// (collective_lowering.h).

#pragma once

#include <vector>

#include "codegen/ir/kernel.h"
#include "codegen/ir/region.h"

namespace mux::compiler {

/// Splits the work-item function, and sets KernelDescription::storage_per_work_item and the members
/// of SplitKernel that vectorize() reads. Precondition: the function is in SSA form and its queries
/// are lowered.
///
/// Without barriers, the work-item function is the only region.
/// @param unsplit a copy of the work-item function that becomes SplitKernel::unsplit, or NULL.
SplitKernel split_at_barriers(WorkItemKernel kernel, llvm::Function *unsplit);

}  // namespace mux::compiler
