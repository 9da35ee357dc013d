/// @file
/// The loops that run a region's packets over the work-items of a group.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/ir/kernel.h"
#include "compiler/ir/region.h"
#include "compiler/ir/work_item_context.h"

namespace mux::compiler {

/// Where packets are called.
struct PacketCaller {
  llvm::IRBuilder<> &builder;
  /// Of the group.
  const WorkItemContext &context;
  const WorkItemTraits &kernel;
  /// The kernel's own arguments.
  llvm::ArrayRef<llvm::Value *> arguments;
  /// Receives what the packets return: the same for all, or else the greatest; then it holds the
  /// least index before.
  llvm::Value *next_barrier;
  bool barriers_diverge;
  /// Receives the calls, which are to be inlined.
  llvm::SmallVectorImpl<llvm::CallInst *> &calls;
};

/// Builds them at the caller's insertion point, and leaves it after them. The group has at least
/// one work-item.
void build_packet_loops(const PacketCaller &caller, const RegionPackets &packets);

/// The same with RegionPackets::along_index.
void build_index_loop(const PacketCaller &caller, const RegionPackets &packets);

}  // namespace mux::compiler
