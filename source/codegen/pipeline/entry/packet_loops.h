/// @file
/// Builds the loops that execute a region's packets for a group.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

#include "codegen/ir/kernel.h"
#include "codegen/ir/region.h"
#include "codegen/ir/work_item_context.h"

namespace mux::compiler {

/// The code into which the calls of packet functions are inserted.
struct PacketCaller {
  llvm::IRBuilder<> &builder;
  /// The group's context.
  const WorkItemContext &context;
  const WorkItemTraits &kernel;
  /// The kernel's arguments.
  llvm::ArrayRef<llvm::Value *> arguments;
  /// Receives what the packets return: one value that is the same for all, or, if barriers diverge,
  /// the maximum; then it is initialized to the least index.
  llvm::Value *next_barrier;
  bool barriers_diverge;
  /// Receives the calls, for inlining.
  llvm::SmallVectorImpl<llvm::CallInst *> &calls;
};

/// Builds the loops at the builder's insertion point, which is after them on return. Precondition:
/// the group has at least one work-item.
void build_packet_loops(const PacketCaller &caller, const RegionPackets &packets);

/// The same with RegionPackets::along_index.
void build_index_loop(const PacketCaller &caller, const RegionPackets &packets);

}  // namespace mux::compiler
