/// @file
/// The code of a kernel between two barriers (made by pipeline/barriers/split_at_barriers.h).

#pragma once

#include <optional>

#include "codegen/ir/packet.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Vectorized functions of a region. They have the parameters of the work-item function.
struct RegionPackets {
  Packet packet;
  /// Runs a whole packet. NULL, as the others are, if only the kernel's description is requested.
  llvm::Function *full = nullptr;
  /// Runs one part of a packet, masked at the group's end in x. NULL if there is no remainder, or
  /// `alone` runs it.
  llvm::Function *epilogue = nullptr;
  /// Runs one part in x and all of a packet's parts in y and z, masked likewise; NULL if a packet
  /// has one part in y and z, or if there is no remainder in x.
  llvm::Function *block_epilogue = nullptr;
  /// Runs a single row of as many work-items as a packet, for rows after the last packet in y. NULL
  /// if single parts are used for them.
  llvm::Function *row = nullptr;
  /// Runs one work-item of the remainder; NULL if the functions above run the remainder, otherwise
  /// Region::work_item.
  llvm::Function *alone = nullptr;
  /// In kernels with sub-groups: runs one sub-group, which starts at the work-item `local_index`
  /// and is masked at the end of the group. It does not use local_id.
  llvm::Function *along_index = nullptr;
};

/// The code of a kernel between two barriers.
struct Region {
  /// Runs one work-item: a function with the parameters of the work-item function that returns the
  /// index of the barrier that the work-item has reached, or -1 at the kernel's end.
  llvm::Function *work_item = nullptr;
  /// Runs once for the group before its work-items continue: a function with the parameters of
  /// WorkItemContext alone. NULL if the barrier needs no such step.
  llvm::Function *collective_step = nullptr;
  /// The vectorized form; nullopt if the region is not vectorized.
  std::optional<RegionPackets> packets = std::nullopt;
  /// The cost model expects vectorized code to be slower than scalar code.
  bool prefers_scalar = false;
  /// Scalar code runs first; packets are compiled only if the kernel turns out to run long enough.
  bool is_loop_baseline = false;
  /// The region is uniform: one work-item executes it on behalf of the group.
  bool runs_once = false;
};

}  // namespace mux::compiler
