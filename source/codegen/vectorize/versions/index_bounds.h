/// @file
/// Bounded indices: `clamp(x + dx, 0, width - 1)`, `x == 0 ? x : x - 1`, `abs(x)`.
///
/// Each is an index that is strided across work-items until it reaches a bound. If no work-item of
/// a packet reaches the bound in any iteration of the surrounding loops, the index equals the
/// unbounded one. Used between linearize() and widen().

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "codegen/vectorize/analysis/shapes.h"

namespace llvm {
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// A condition on an index that must be true for all work-items of a packet.
struct IndexCondition {
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
  llvm::Value *index = nullptr;
  llvm::Value *bound = nullptr;
};

/// An instruction, and the value that it has if the condition is true.
struct BoundedIndex {
  llvm::Instruction *instruction = nullptr;
  llvm::Value *unbounded = nullptr;
  IndexCondition condition;
};

/// Finds bounded indices. Valid until the function changes other than by holds().
class IndexBounds {
 public:
  explicit IndexBounds(llvm::Function &linearized);

  /// Whether an instruction may be a bounded index: a cheap precheck of bounded_index().
  static bool may_be_bounded_index(const llvm::Instruction &instruction);

  /// Returns the bounded index that an instruction calculates; nothing if it is none, or its
  /// condition cannot be evaluated at the function's entry.
  std::optional<BoundedIndex> bounded_index(llvm::Instruction &instruction);

  /// Builds a test of whether the condition is true for a work-item.
  /// @param builder positioned before the terminator of the entry block.
  llvm::Value *holds(llvm::IRBuilder<> &builder, const BoundedIndex &index);

 private:
  using Corners = llvm::SmallVector<const llvm::SCEV *, 8>;

  bool is_counted(const llvm::Value &value) const;
  /// Whether an index depends on the group id. Rows of a group are short, so that many of their
  /// packets are at a border.
  bool depends_on_group_id(const llvm::SCEV *index) const;
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
