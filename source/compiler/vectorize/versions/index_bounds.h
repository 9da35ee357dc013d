/// @file
/// Indices that are kept within bounds: `clamp(x + dx, 0, width - 1)`, `x == 0 ? x : x - 1`,
/// `abs(x)`.
///
/// Each is an index that grows from one work-item to the next until it meets a bound. Where no
/// work-item of a packet meets it, in no iteration of the loops around it, the index is what it
/// would be without the bound. To be asked of functions between linearize() and widen().

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "compiler/vectorize/analysis/shapes.h"

namespace llvm {
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// What has to hold for an index, for all of a packet's work-items.
struct IndexCondition {
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
  llvm::Value *index = nullptr;
  llvm::Value *bound = nullptr;
};

/// An instruction, and the value that it has where the condition holds.
struct BoundedIndex {
  llvm::Instruction *instruction = nullptr;
  llvm::Value *unbounded = nullptr;
  IndexCondition condition;
};

/// Valid until the function changes, but for what the builder of holds() adds.
class IndexBounds {
 public:
  explicit IndexBounds(llvm::Function &linearized);

  /// Whether an instruction could be one; all that others need not be asked for.
  static bool may_bound(const llvm::Instruction &instruction);

  /// Nothing if the instruction is no such index, or its condition cannot be told at the entry of
  /// the function.
  std::optional<BoundedIndex> bounded_index(llvm::Instruction &instruction);

  /// Builds the question whether the condition holds for a work-item.
  /// @param builder stands before the end of the entry.
  llvm::Value *holds(llvm::IRBuilder<> &builder, const BoundedIndex &index);

 private:
  using Corners = llvm::SmallVector<const llvm::SCEV *, 8>;

  bool is_counted(const llvm::Value &value) const;
  /// Rows of a group are short: many of their packets are at a border.
  bool counts_over_groups(const llvm::SCEV *index) const;
  bool is_known_at_entry(const llvm::SCEV *value);
  bool find_corners(const llvm::SCEV *value, const llvm::BasicBlock &block, Corners &corners);
  std::optional<Corners> corners_of(const IndexCondition &condition, const llvm::BasicBlock &block);

  llvm::Function &function_;
  Shapes shapes_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::AssumptionCache assumptions_;
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo library_of_function_;
  llvm::ScalarEvolution evolution_;
};

}  // namespace mux::compiler
