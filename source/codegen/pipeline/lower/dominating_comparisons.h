/// @file
/// The integer comparisons that are known to be true where a block executes, since branches on them
/// lead there.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstrTypes.h>

namespace mux::compiler {

/// `left predicate right`, evaluated in a block.
struct Comparison {
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
  const llvm::Value *left = nullptr;
  const llvm::Value *right = nullptr;
  const llvm::BasicBlock *block = nullptr;
};

/// Valid until the function changes.
class DominatingComparisons {
 public:
  explicit DominatingComparisons(llvm::Function &function) : dominators_(function) {}

  /// Those that are true for a work-item whenever it executes the block.
  const llvm::SmallVector<Comparison> &at(const llvm::BasicBlock &block);
  /// Those that are true in addition on an edge.
  llvm::SmallVector<Comparison> on_edge(const llvm::BasicBlock &from, const llvm::BasicBlock &to);

  const llvm::DominatorTree &dominators() const { return dominators_; }

 private:
  llvm::DominatorTree dominators_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<Comparison>> known_;
};

}  // namespace mux::compiler
