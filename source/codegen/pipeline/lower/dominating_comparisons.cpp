#include "codegen/pipeline/lower/dominating_comparisons.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace mux::compiler {

namespace {

/// Adds the comparisons that a condition's value implies.
void add_implied(const llvm::Value &condition, bool value, const llvm::BasicBlock &block,
                 unsigned depth, llvm::SmallVector<Comparison> &comparisons) {
  using namespace llvm::PatternMatch;
  const llvm::Value *left = nullptr;
  const llvm::Value *right = nullptr;
  if (const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition)) {
    if (comparison->getOperand(0)->getType()->isIntegerTy()) {
      comparisons.push_back({value ? comparison->getPredicate() : comparison->getInversePredicate(),
                             comparison->getOperand(0), comparison->getOperand(1), &block});
    }
  } else if (depth == 0) {
    return;
  } else if (match(&condition, m_Not(m_Value(left)))) {
    add_implied(*left, !value, block, depth - 1, comparisons);
  } else if (value ? match(&condition, m_LogicalAnd(m_Value(left), m_Value(right)))
                   : match(&condition, m_LogicalOr(m_Value(left), m_Value(right)))) {
    add_implied(*left, value, block, depth - 1, comparisons);
    add_implied(*right, value, block, depth - 1, comparisons);
  }
}

}  // namespace

llvm::SmallVector<Comparison> DominatingComparisons::on_edge(const llvm::BasicBlock &from,
                                                             const llvm::BasicBlock &to) {
  constexpr unsigned most_operators = 8;
  llvm::SmallVector<Comparison> result;
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
  if (branch != nullptr && branch->isConditional() &&
      branch->getSuccessor(0) != branch->getSuccessor(1)) {
    add_implied(*branch->getCondition(), branch->getSuccessor(0) == &to, from, most_operators,
                result);
  }
  return result;
}

const llvm::SmallVector<Comparison> &DominatingComparisons::at(const llvm::BasicBlock &block) {
  const auto found = known_.find(&block);
  if (found != known_.end()) {
    return found->second;
  }
  llvm::SmallVector<Comparison> comparisons;
  const llvm::DomTreeNode *node = dominators_.getNode(&block);
  for (; node != nullptr && node->getIDom() != nullptr; node = node->getIDom()) {
    const llvm::BasicBlock &from = *node->getIDom()->getBlock();
    for (const llvm::BasicBlock *to : llvm::successors(&from)) {
      if (dominators_.dominates(llvm::BasicBlockEdge(&from, to), &block)) {
        comparisons.append(on_edge(from, *to));
      }
    }
  }
  return known_[&block] = std::move(comparisons);
}

}  // namespace mux::compiler
