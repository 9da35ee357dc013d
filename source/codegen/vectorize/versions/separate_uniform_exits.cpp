#include "codegen/vectorize/versions/separate_uniform_exits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <utility>

#include "codegen/ir/lane_functions.h"
#include "codegen/vectorize/versions/tuning.h"

namespace mux::compiler {

namespace {

using Sources = llvm::SmallPtrSet<const llvm::Value *, 8>;

/// Whether a value is uniform. All branches of a linearized function are uniform, so a phi of
/// uniform values is uniform too.
bool is_shared(const llvm::Value &value, const Sources &sources,
               llvm::SmallPtrSet<const llvm::Value *, 16> &seen) {
  if (llvm::isa<llvm::Constant>(value) || !seen.insert(&value).second) {
    return true;
  }
  if (llvm::isa<llvm::Argument>(value)) {
    return !sources.contains(&value);
  }
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction != nullptr &&
         llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::PHINode,
                   llvm::SelectInst>(instruction) &&
         llvm::all_of(instruction->operand_values(), [&](const llvm::Value *operand) {
           return is_shared(*operand, sources, seen);
         });
}

bool is_shared(const llvm::Value &value, const Sources &sources) {
  llvm::SmallPtrSet<const llvm::Value *, 16> seen;
  return is_shared(value, sources, seen);
}

/// Returns the mask that a block's branch tests by `any` or `all`; NULL if the condition is
/// something else.
llvm::Value *vote_operand(const llvm::BasicBlock &block) {
  llvm::Value *mask = vote_operand(block, LaneFunction::any);
  return mask != nullptr ? mask : vote_operand(block, LaneFunction::all);
}

bool is_lane_call(const llvm::Value &value) {
  return is_lane_call(value, LaneFunction::any) || is_lane_call(value, LaneFunction::all) ||
         is_lane_call(value, LaneFunction::mask);
}

/// `shared && own`, a condition for continuing a loop; `shared` is uniform.
struct SharedCondition {
  llvm::Instruction *both = nullptr;
  llvm::Value *shared = nullptr;
  llvm::Value *own = nullptr;
};

class ExitSeparator {
 public:
  ExitSeparator(llvm::Loop &loop, const llvm::LoopInfo &loops,
                const llvm::DominatorTree &dominators, const Sources &sources)
      : loop_(loop), loops_(loops), dominators_(dominators), sources_(sources) {}

  bool run() {
    latch_ = loop_.getLoopLatch();
    mask_ = latch_ == nullptr ? nullptr : vote_operand(*latch_);
    if (mask_ == nullptr || latch_->getTerminator()->getSuccessor(0) != loop_.getHeader()) {
      return false;
    }
    const std::optional<SharedCondition> found = find(*mask_, 0);
    if (!found.has_value() || !find_exit()) {
      return false;
    }
    block_ = found->both->getParent();
    if (!find_changes(*found->both) || !may_skip_rest() || !is_known_at_exit()) {
      return false;
    }
    separate(*found);
    return true;
  }

 private:
  std::optional<SharedCondition> find(llvm::Value &value, unsigned depth) const {
    using namespace llvm::PatternMatch;
    auto *both = llvm::dyn_cast<llvm::Instruction>(&value);
    llvm::Value *first = nullptr;
    llvm::Value *second = nullptr;
    if (both == nullptr || depth == tuning::max_exit_condition_depth ||
        !match(both, m_LogicalAnd(m_Value(first), m_Value(second))) ||
        loops_.getLoopFor(both->getParent()) != &loop_ ||
        !dominators_.dominates(both->getParent(), latch_)) {
      return std::nullopt;
    }
    for (const auto &[shared, own] : {std::pair(first, second), std::pair(second, first)}) {
      const bool is_simple = !llvm::isa<llvm::Constant>(shared) && !loop_.isLoopInvariant(shared);
      if (is_simple && is_shared(*shared, sources_) && !is_shared(*own, sources_)) {
        return SharedCondition{both, shared, own};
      }
    }
    const std::optional<SharedCondition> found = find(*first, depth + 1);
    return found.has_value() ? found : find(*second, depth + 1);
  }

  /// Finds the block that follows the loop if the mask is all false.
  bool find_exit() {
    left_ = latch_;
    exit_ = latch_->getTerminator()->getSuccessor(1);
    while (tests_mask_again(*exit_)) {
      left_ = exit_;
      between_.insert(exit_);
      exit_ = exit_->getTerminator()->getSuccessor(1);
    }
    return !loop_.contains(exit_);
  }

  /// Whether a block only tests the same mask again.
  bool tests_mask_again(const llvm::BasicBlock &block) const {
    return !loop_.contains(&block) && block.size() == 2 && block.front().hasOneUse() &&
           block.getSinglePredecessor() != nullptr && !between_.contains(&block) &&
           vote_operand(block) == mask_;
  }

  /// Finds the values that change when the uniform half is removed from the condition, in the case
  /// that it is false.
  /// @return false if such a value is used where the uniform half may be false.
  bool find_changes(llvm::Instruction &both) {
    changed_.insert(&both);
    for (size_t i = 0; i < changed_.size(); ++i) {
      for (llvm::Use &use : changed_[i]->uses()) {
        auto *user = llvm::cast<llvm::Instruction>(use.getUser());
        const auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
        const llvm::BasicBlock *where =
            phi == nullptr ? user->getParent() : phi->getIncomingBlock(use);
        if (phi == nullptr && where == block_) {
          // The condition may guard an address or a divisor.
          if (!user->isTerminator() && !is_lane_call(*user) &&
              !llvm::isSafeToSpeculativelyExecute(user)) {
            return false;
          }
          // The block's branch is moved after the new one.
          if (!user->isTerminator()) {
            changed_.insert(user);
          }
        } else if (where != block_ ? !is_after(*where) : !loop_.contains(user)) {
          return false;
        }
      }
    }
    return true;
  }

  /// Whether a block is executed only after the new branch, in the same iteration or after the
  /// loop.
  bool is_after(const llvm::BasicBlock &block) const {
    return between_.contains(&block) ||
           (loop_.contains(&block) && dominators_.properlyDominates(block_, &block));
  }

  /// Whether the rest of the iteration has no effect if no work-item continues.
  bool may_skip_rest() const {
    return llvm::all_of(loop_.blocks(), [&](const llvm::BasicBlock *block) {
      return !dominators_.properlyDominates(block_, block) || block_mask(*block) == mask_ ||
             llvm::none_of(*block, [](const llvm::Instruction &instruction) {
               return instruction.mayHaveSideEffects() && !is_lane_call(instruction);
             });
    });
  }

  /// Whether all values that are used after the loop are available at the new branch, and
  /// unchanged.
  bool is_known_at_exit() const {
    for (llvm::BasicBlock *block : loop_.blocks()) {
      for (llvm::Instruction &instruction : *block) {
        const bool is_used_after = llvm::any_of(
            instruction.uses(), [&](const llvm::Use &use) { return is_after_loop(use); });
        if (is_used_after && (changed_.contains(&instruction) ||
                              !dominators_.dominates(&instruction, block_->getTerminator()))) {
          return false;
        }
      }
    }
    return true;
  }

  bool is_after_loop(const llvm::Use &use) const {
    const auto *user = llvm::cast<llvm::Instruction>(use.getUser());
    const auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
    if (phi != nullptr && phi->getParent() == exit_) {
      return phi->getIncomingBlock(use) == left_;
    }
    const llvm::BasicBlock *where = phi == nullptr ? user->getParent() : phi->getIncomingBlock(use);
    return !loop_.contains(where) && !between_.contains(where);
  }

  void separate(const SharedCondition &condition) {
    condition.both->replaceAllUsesWith(condition.own);
    llvm::BasicBlock *rest =
        block_->splitBasicBlock(block_->getTerminator(), block_->getName() + ".going");
    if (llvm::Value *mask = block_mask(*block_)) {
      llvm::IRBuilder<> start(rest, rest->begin());
      call_lane_function(start, LaneFunction::mask, mask);
    }
    llvm::BasicBlock *left = left_ == block_ ? rest : left_;
    block_->getTerminator()->eraseFromParent();
    llvm::IRBuilder<> builder(block_);
    builder.CreateCondBr(condition.shared, rest, exit_);
    for (llvm::PHINode &phi : exit_->phis()) {
      phi.addIncoming(phi.getIncomingValueForBlock(left), block_);
    }
    if (condition.both->use_empty()) {
      condition.both->eraseFromParent();
    }
  }

  llvm::Loop &loop_;
  const llvm::LoopInfo &loops_;
  const llvm::DominatorTree &dominators_;
  const Sources &sources_;
  llvm::BasicBlock *latch_ = nullptr;
  /// Mask of the next iteration.
  llvm::Value *mask_ = nullptr;
  /// The exit block, and its predecessor.
  llvm::BasicBlock *exit_ = nullptr;
  llvm::BasicBlock *left_ = nullptr;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 2> between_;
  /// The block that the new branch ends.
  llvm::BasicBlock *block_ = nullptr;
  llvm::SmallSetVector<llvm::Instruction *, 8> changed_;
};

bool separate_one(llvm::Function &function, const Sources &sources) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  return llvm::any_of(loops.getLoopsInPreorder(), [&](llvm::Loop *loop) {
    return ExitSeparator(*loop, loops, dominators, sources).run();
  });
}

}  // namespace

bool separate_uniform_exits(llvm::Function &linearized, const Sources &sources) {
  bool changed = false;
  while (separate_one(linearized, sources)) {
    changed = true;
  }
  return changed;
}

}  // namespace mux::compiler
