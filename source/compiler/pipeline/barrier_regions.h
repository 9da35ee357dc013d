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
/// v.offset * storage_items + i * v.size, so that neighbouring work-items use neighbouring memory.
///
/// A value that is the same for all work-items of the group is kept once. A small private variable
/// that nobody reads after a barrier is not kept: each region has one of its own.
///
/// Where work-items may meet different barriers, each keeps the number of the barrier that it waits
/// at in the storage, and a region does nothing for a work-item that waits elsewhere.
///
/// A collective is a barrier too, with a step that the group runs before the region that follows it
/// (group_step.h).

#pragma once

#include <optional>
#include <vector>

#include "compiler/pipeline/kernel.h"
#include "compiler/pipeline/vectorise/packet.h"

namespace mux::compiler {

/// Functions with the parameters of the work-item function that run many work-items at once.
struct RegionPackets {
  Packet packet;
  /// A whole packet.
  llvm::Function *full = nullptr;
  /// One part of a packet, as far as it lies within the group in x.
  llvm::Function *tail = nullptr;
  /// The same for one part in x and all of a packet's parts in y and z; NULL if those are one.
  llvm::Function *side = nullptr;
  /// As many work-items as a whole packet, in one row: for rows after the last packet in y. NULL if
  /// single parts will do.
  llvm::Function *row = nullptr;
  /// Of a kernel with sub-groups: one sub-group, which starts at the work-item `local_index` and
  /// may end at the end of the group. It goes without local_id.
  llvm::Function *along_index = nullptr;
};

/// What a group runs from one barrier to the next.
struct Region {
  /// Runs one work-item: a function with the parameters of the work-item function that returns the
  /// number of the barrier the work-item waits at, or -1 at the kernel's end.
  llvm::Function *work_item = nullptr;
  /// What the group does before its work-items go on: a function with the parameters of
  /// WorkItemContext alone; NULL if there is nothing to do.
  llvm::Function *group_step = nullptr;
  /// Nothing where work-items run one at a time.
  std::optional<RegionPackets> packets = std::nullopt;
  /// Vectors of work-items would be slower.
  bool is_faster_alone = false;
};

/// Splits kernel.function, which must be in SSA form with its queries lowered, and sets
/// KernelDescription::storage_per_work_item, Kernel::barriers_diverge and Kernel::uncut.
///
/// @return the regions, by the number of the barrier that they start at. Without barriers,
/// kernel.function alone.
std::vector<Region> split_at_barriers(Kernel &kernel);

/// Calls of barriers and collectives in the function.
unsigned barrier_count(const llvm::Function &function);
/// Whether the function meets a barrier or a collective.
bool has_barrier(const llvm::Function &function);

}  // namespace mux::compiler
