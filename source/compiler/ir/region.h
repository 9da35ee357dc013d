/// @file
/// What a group runs between two barriers (barrier_regions.h makes it).

#pragma once

#include <optional>

#include "compiler/ir/packet.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Functions with the parameters of the work-item function that run many work-items at once.
struct RegionPackets {
  Packet packet;
  /// A whole packet. NULL, as are the others, if nothing is wanted of the kernel but its
  /// description.
  llvm::Function *full = nullptr;
  /// One part of a packet, as far as it lies within the group in x. NULL if whole packets leave
  /// nothing over, or `alone` runs that.
  llvm::Function *epilogue = nullptr;
  /// The same for one part in x and all of a packet's parts in y and z; NULL if those are one, or
  /// if whole packets leave nothing over in x.
  llvm::Function *block_epilogue = nullptr;
  /// As many work-items as a whole packet, in one row: for rows after the last packet in y. NULL if
  /// single parts will do.
  llvm::Function *row = nullptr;
  /// One work-item, for all that whole packets leave over; NULL if the functions above run it.
  /// Region::work_item otherwise.
  llvm::Function *alone = nullptr;
  /// Of a kernel with sub-groups: one sub-group, which starts at the work-item `local_index` and
  /// may end at the end of the group. It goes without local_id.
  llvm::Function *along_index = nullptr;
};

/// What a group runs from one barrier to the next.
struct Region {
  /// Runs one work-item: a function with the parameters of the work-item function that returns the
  /// index of the barrier the work-item waits at, or -1 at the kernel's end.
  llvm::Function *work_item = nullptr;
  /// What the group does before its work-items go on: a function with the parameters of
  /// WorkItemContext alone; NULL if there is nothing to do.
  llvm::Function *collective_step = nullptr;
  /// Nothing where work-items run one at a time.
  std::optional<RegionPackets> packets = std::nullopt;
  /// Vectors of work-items would be slower.
  bool is_faster_alone = false;
  /// Packets are worth compiling only if the kernel runs for long.
  bool begins_in_loops = false;
  /// All work-items do the same, so one of them does it for the group.
  bool runs_once = false;
};

}  // namespace mux::compiler
