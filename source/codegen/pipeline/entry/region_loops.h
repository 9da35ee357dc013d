/// @file
/// Builds the loops that execute one region for all work-items of a group.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>

#include "codegen/ir/kernel.h"
#include "codegen/ir/region.h"
#include "codegen/ir/work_item_context.h"

namespace mux::compiler {

/// In code for large ids, the ids of a group that runs in packets (possibly joined of several
/// groups) differ only in their lower bits: values that the program truncates to 31 bits or more
/// then do not wrap within the group, and local ids fit in 31 bits.
inline constexpr uint64_t large_id_block = uint64_t{1} << 30;

/// The code into which a region is built.
struct RegionCaller {
  llvm::IRBuilder<> &builder;
  const SplitKernel &kernel;
  /// The group's context.
  const WorkItemContext &context;
  /// The kernel's arguments.
  llvm::ArrayRef<llvm::Value *> arguments;
  /// Whether packets may be used, from build_id_check(); NULL if there are no packets.
  llvm::Value *ids_fit_packets = nullptr;
  /// Receives the calls, for inlining.
  llvm::SmallVectorImpl<llvm::CallInst *> &calls;
  /// The greatest barrier index that a work-item of the group returned; NULL if all return the
  /// same.
  llvm::AllocaInst *last_barrier = nullptr;
  /// What packets return; NULL if there are no packets.
  llvm::AllocaInst *next_barrier = nullptr;

  /// Allocates the two variables at the insertion point.
  void allocate();
};

/// Whether a size is the constant 1.
bool is_one(const llvm::Value *value);

/// Names of the blocks of build_choice().
struct ChoiceNames {
  const char *taken;
  const char *other;
  const char *after;
};

/// Builds a branch on a condition, or only the taken side if the condition is constant; continues
/// after both sides.
void build_choice(llvm::IRBuilder<> &builder, llvm::Value *condition, const ChoiceNames &names,
                  llvm::function_ref<void()> build, llvm::function_ref<void()> build_other);

bool has_packets(const SplitKernel &kernel);

/// Builds the check whether packets may be used. They compute ids in less than 31 bits (Shapes),
/// including those past the end of a row. In code for ND-ranges with larger ids they use 64 bits,
/// and the group must lie within one block (large_id_block).
/// @param context of the ND-range; in code for large ids, of the group too.
llvm::Value *build_id_check(llvm::IRBuilder<> &builder, const SplitKernel &kernel,
                            const WorkItemContext &context);

/// Builds the group's step before the region, and the loops over the work-items, at the insertion
/// point.
/// @return the next region, or -1.
llvm::Value *build_region(const RegionCaller &caller, const Region &region);

/// Builds a call for the group's first work-item.
/// @param function with the parameters of the work-item function.
llvm::CallInst *call_first_work_item(const RegionCaller &caller, llvm::Function &function);

/// Outlines a region to a function with the parameters of the work-item function, which returns the
/// next region, or -1. Its local id parameters are ignored.
llvm::Function &make_region_function(const SplitKernel &kernel, const Region &region);

}  // namespace mux::compiler
