#include "codegen/vectorize/versions/branch_on_superword_conditions.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <optional>

#include "codegen/ir/lane_functions.h"
#include "codegen/ir/unlikely_branches.h"
#include "codegen/vectorize/analysis/in_place_updates.h"
#include "codegen/vectorize/versions/dominated_region.h"
#include "codegen/vectorize/versions/tuning.h"
#include "codegen/vectorize/versions/unmasked_iterations.h"

namespace mux::compiler {

namespace {

/// `if any(mask), go to body`, in a block without a mask.
struct Guard {
  llvm::BranchInst *branch;
  llvm::Value *mask;
  llvm::BasicBlock *body;
};

bool has_mask(const llvm::BasicBlock &block) {
  const llvm::Value *mask = block_mask(block);
  return mask != nullptr && !llvm::isa<llvm::Constant>(mask);
}

/// Returns the guard at the end of a block; nothing if there is none, or if an unmasked copy is not
/// worthwhile: in-place updates cost the same under a mask, and other blocks are rarely executed.
std::optional<Guard> guard_of(llvm::BasicBlock &block) {
  llvm::Value *mask = vote_operand(block, LaneFunction::any);
  if (mask == nullptr || has_mask(block)) {
    return std::nullopt;
  }
  auto *branch = llvm::cast<llvm::BranchInst>(block.getTerminator());
  llvm::BasicBlock *body = branch->getSuccessor(0);
  if (llvm::isa<llvm::Constant>(mask) || block_mask(*body) != mask ||
      body->getSinglePredecessor() != &block || is_in_place_update(*body) ||
      is_unlikely(*branch, 0)) {
    return std::nullopt;
  }
  return Guard{branch, mask, body};
}

class PathCopy {
 public:
  PathCopy(const Guard &guard, llvm::DominatorTree &dominators, size_t most)
      : guard_(guard),
        dominators_(dominators),
        is_small_(find_dominated_region(*guard.body, dominators, most, blocks_)) {}

  bool is_small() const { return is_small_; }

  size_t size() const { return instructions_in(blocks_.getArrayRef()); }

  /// Clones the guarded region for an all-true mask.
  /// @return the cloned blocks.
  llvm::SmallVector<llvm::BasicBlock *> build() {
    llvm::Function &function = *guard_.body->getParent();
    values_[guard_.mask] = llvm::ConstantInt::getTrue(function.getContext());
    llvm::SmallVector<llvm::BasicBlock *> copies;
    for (llvm::BasicBlock *block : blocks_) {
      llvm::BasicBlock *copy = llvm::CloneBasicBlock(block, values_, ".all", &function);
      values_[block] = copy;
      copies.push_back(copy);
    }
    llvm::remapInstructionsInBlocks(copies, values_);
    connect_exits();
    choose();
    // Masks in the region are derived from the guard's mask, which is constant in the copy.
    fold_known_masks(copies);
    return copies;
  }

 private:
  void connect_exits() {
    for (llvm::BasicBlock *block : blocks_) {
      // A switch may have several edges to one block, each with an entry in its phis.
      for (llvm::BasicBlock *next : llvm::successors(block)) {
        if (blocks_.contains(next)) {
          continue;
        }
        for (llvm::PHINode &phi : next->phis()) {
          llvm::Value *value = phi.getIncomingValueForBlock(block);
          llvm::Value *copy = values_.lookup(value);
          phi.addIncoming(copy == nullptr ? value : copy,
                          llvm::cast<llvm::BasicBlock>(values_.lookup(block)));
        }
      }
    }
  }

  void choose() {
    llvm::BasicBlock *before = guard_.branch->getParent();
    llvm::BasicBlock *choice =
        llvm::BasicBlock::Create(before->getContext(), "all", before->getParent(), guard_.body);
    auto *copy = llvm::cast<llvm::BasicBlock>(values_.lookup(guard_.body));
    llvm::IRBuilder<> builder(choice);
    builder.CreateCondBr(call_lane_function(builder, LaneFunction::all, guard_.mask), copy,
                         guard_.body);
    guard_.branch->setSuccessor(0, choice);
    guard_.body->replacePhiUsesWith(before, choice);
    copy->replacePhiUsesWith(before, choice);
    note_dominators(*choice);
  }

  /// Updates the dominator tree. The copies have the dominance relation of the originals. A common
  /// successor could already be reached without passing the region, so its dominator does not
  /// change.
  void note_dominators(llvm::BasicBlock &choice) {
    dominators_.addNewBlock(&choice, guard_.branch->getParent());
    dominators_.changeImmediateDominator(guard_.body, &choice);
    for (llvm::BasicBlock *block : blocks_) {
      llvm::BasicBlock *above = dominators_.getNode(block)->getIDom()->getBlock();
      dominators_.addNewBlock(
          llvm::cast<llvm::BasicBlock>(values_.lookup(block)),
          block == guard_.body ? above : llvm::cast<llvm::BasicBlock>(values_.lookup(above)));
    }
  }

  Guard guard_;
  llvm::DominatorTree &dominators_;
  llvm::SetVector<llvm::BasicBlock *> blocks_;
  bool is_small_;
  llvm::ValueToValueMapTy values_;
};

}  // namespace

bool branch_on_superword_conditions(llvm::Function &linearized) {
  llvm::SmallVector<llvm::BasicBlock *> pending;
  for (llvm::BasicBlock &block : linearized) {
    pending.push_back(&block);
  }
  size_t copied = 0;
  bool changed = false;
  llvm::DominatorTree dominators(linearized);
  // Guards in the copies are processed too.
  for (size_t i = 0; i < pending.size(); ++i) {
    if (const std::optional<Guard> guard = guard_of(*pending[i])) {
      PathCopy copy(*guard, dominators, tuning::max_superword_copied_instructions - copied);
      if (copy.is_small()) {
        copied += copy.size();
        pending.append(copy.build());
        changed = true;
      }
    }
    if (i + 1 == pending.size()) {
      const auto copies =
          add_unmasked_iterations(linearized, tuning::max_superword_copied_instructions - copied);
      copied =
          std::min(tuning::max_superword_copied_instructions, copied + instructions_in(copies));
      pending.append(copies);
      if (!copies.empty()) {
        dominators.recalculate(linearized);
        changed = true;
      }
    }
  }
  return changed;
}

}  // namespace mux::compiler
