/// @file
/// The pass pipeline from a work-item function to its packet functions (pipeline.cpp).
///
/// Regions between barriers, regions whose packets are sub-groups, and whole groups go through the
/// same list of passes; the differences are conditions in it.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Support/Error.h>

#include "codegen/ir/kernel.h"
#include "codegen/ir/packet.h"
#include "codegen/passes/compilation.h"

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

class AccessPlan;

/// Which work-items form a packet.
enum class PacketMode {
  /// Adjacent work-items of a row or of a block.
  region,
  /// Adjacent work-items; the lanes of each part are a sub-group.
  sub_groups,
  /// One sub-group: consecutive work-items in order of the local index.
  along_index,
  /// All work-items of a group.
  group,
};

/// Inputs shared by all packet functions of a region or group.
struct PacketJob {
  const SplitKernel &kernel;
  PacketMode mode = PacketMode::region;
  /// The width of the compilation, or the number of lanes of a sub-group.
  VectorWidth width;
};

/// A linearized work-item function with the packet that it is widened to.
struct LinearizedFunction {
  llvm::Function &function;
  Packet packet;
  /// Whether the packet's parts are rows, so that the same function is also widened to packets of
  /// one row.
  bool has_row = false;
  /// The parameters that are varying within the packet.
  llvm::SmallPtrSet<const llvm::Value *, 8> sources;
};

/// Runs the passes on a work-item function that precede linearize().
/// @return an error with the reason why the function cannot be vectorized.
llvm::Error prepare(llvm::Function &work_item, const PacketJob &job, Compilation &compilation);

/// Linearizes the control flow of a function.
/// @param sources the parameters that are varying within a packet.
/// @return an error with the reason why the function cannot be vectorized.
llvm::Error make_linear(llvm::Function &function,
                        const llvm::SmallPtrSet<const llvm::Value *, 8> &sources,
                        Compilation &compilation);

/// Adds code versions for conditions that often hold at run time, and interleaves private
/// variables.
void add_versions(const LinearizedFunction &linearized, const PacketJob &job,
                  Compilation &compilation);

/// Masks off the work-items beyond the end of a row, or of the group.
void make_epilogue(llvm::Function &linearized, const Packet &packet, const PacketJob &job,
                   Compilation &compilation);

/// How a packet function is used.
enum class PacketUse {
  /// Called for each whole packet.
  body,
  /// Called once for the remainder of each row or group.
  epilogue,
};

/// Widens the linearized function of a plan, which is not modified, to a new packet function.
llvm::Function *make_packet(const AccessPlan &plan, PacketUse use, const PacketJob &job,
                            Compilation &compilation);

}  // namespace mux::compiler
