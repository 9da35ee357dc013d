/// @file
/// What runs one region for all work-items of a group.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>

#include "compiler/ir/kernel.h"
#include "compiler/ir/region.h"
#include "compiler/ir/work_item_context.h"

namespace mux::compiler {

/// In code for large ids, the ids of a group that runs in packets, which may be joined of several,
/// differ in lower bits than this one alone: what the program keeps of them in 31 bits and more
/// does not wrap, and local ids have no more than 31 bits.
inline constexpr uint64_t large_id_block = uint64_t{1} << 30;

/// Where a region is run.
struct RegionCaller {
  llvm::IRBuilder<> &builder;
  const SplitKernel &kernel;
  /// Of the group.
  const WorkItemContext &context;
  /// The kernel's own arguments.
  llvm::ArrayRef<llvm::Value *> arguments;
  /// Whether packets may run: build_id_check(). NULL if there are none.
  llvm::Value *ids_suit_packets = nullptr;
  /// Receives the calls that are to be inlined.
  llvm::SmallVectorImpl<llvm::CallInst *> &calls;
  /// The greatest barrier index of a group's work-items; NULL if all return the same.
  llvm::AllocaInst *last_barrier = nullptr;
  /// What packets return; NULL if there are none.
  llvm::AllocaInst *next_barrier = nullptr;

  /// Allocates the variables at the insertion point.
  void allocate();
};

/// Whether a size is known to be 1.
bool is_one(const llvm::Value *value);

bool has_packets(const SplitKernel &kernel);

/// Builds the check whether packets may run: they count with ids of less than 31 bits (Shapes),
/// those past the end of a row included. In code for ND-ranges with larger ids they count with 64
/// bits, and the group must lie within one block (large_id_block).
/// @param context of the ND-range, and in code for large ids of the group too.
llvm::Value *build_id_check(llvm::IRBuilder<> &builder, const SplitKernel &kernel,
                            const WorkItemContext &context);

/// Builds the step of the group before the region, and the loops over the work-items, at the
/// insertion point.
/// @return the region that is next, or -1.
llvm::Value *build_region(const RegionCaller &caller, const Region &region);

/// Builds a call of a function with the parameters of the work-item function for the first
/// work-item of the group.
llvm::CallInst *call_first_work_item(const RegionCaller &caller, llvm::Function &function);

/// Makes a function with the parameters of the work-item function that runs a region: its result is
/// the region that is next, or -1. The local id does not matter.
llvm::Function &make_region_function(const SplitKernel &kernel, const Region &region);

}  // namespace mux::compiler
