/// @file
/// What happens to a work-item function on its way to packets, in one list (pipeline.cpp).
///
/// Regions between barriers, regions whose packets are sub-groups, and whole groups go through the
/// same list; what differs between them stands there.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Support/Error.h>

#include "compiler/ir/kernel.h"
#include "compiler/ir/packet.h"
#include "compiler/passes/compilation.h"

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// What runs side by side.
enum class PacketMode {
  /// Neighbors in a row or a block.
  region,
  /// The same, and the lanes of each part are a sub-group.
  sub_groups,
  /// One sub-group, whose work-items follow each other by their local index.
  along_index,
  /// All work-items of a group.
  group,
};

/// What all functions of a region, or of a group, have in common.
struct PacketJob {
  const SplitKernel &kernel;
  PacketMode mode = PacketMode::region;
  /// As the compilation has it, or the lanes of sub-groups.
  VectorWidth width;
};

/// The work-item function of a packet, and the packet.
struct LinearizedFunction {
  llvm::Function &function;
  Packet packet;
  /// Its parts lie in rows: there are other packets of the same function.
  bool has_row = false;
  /// The parameters that differ between its work-items.
  llvm::SmallPtrSet<const llvm::Value *, 8> sources;
};

/// From what runs one work-item to what linearize() starts from.
/// @return why there cannot be packets.
llvm::Error prepare(llvm::Function &work_item, const PacketJob &job, Compilation &compilation);

/// @param sources the parameters that differ between the work-items of a packet.
/// @return why there cannot be packets.
llvm::Error make_linear(llvm::Function &function,
                        const llvm::SmallPtrSet<const llvm::Value *, 8> &sources,
                        Compilation &compilation);

/// Versions for what often holds when the function runs, and the layout of private variables.
void add_versions(const LinearizedFunction &linearized, const PacketJob &job,
                  Compilation &compilation);

/// Leaves out the work-items behind the end of a row, or of the group.
void make_epilogue(llvm::Function &linearized, const Packet &packet, const PacketJob &job,
                   Compilation &compilation);

/// How a packet function is used.
enum class PacketUse {
  /// As often as there are whole packets.
  body,
  /// Once in each row or group, at its end.
  epilogue,
};

/// The packet function of a linearized one, which is not changed.
llvm::Function *make_packet(llvm::Function &linearized, const Packet &packet, PacketUse use,
                            const PacketJob &job, Compilation &compilation);

}  // namespace mux::compiler
