#include "codegen/vectorize/versions/unmasked_iterations.h"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <optional>

#include "codegen/ir/lane_functions.h"

namespace mux::compiler {

namespace {

/// `do ... while (any(mask))` that all work-items enter.
struct MaskedLoop {
  llvm::Loop *loop = nullptr;
  llvm::BasicBlock *before = nullptr;
  llvm::BasicBlock *latch = nullptr;
  /// Mask of an iteration.
  llvm::PHINode *mask = nullptr;
};

std::optional<MaskedLoop> masked_loop(llvm::Loop &loop) {
  using namespace llvm::PatternMatch;
  MaskedLoop found{&loop, loop.getLoopPreheader(), loop.getLoopLatch(), nullptr};
  llvm::BasicBlock *header = loop.getHeader();
  if (found.before == nullptr || found.latch == nullptr || loop.getExitingBlock() != found.latch) {
    return std::nullopt;
  }
  found.mask = llvm::dyn_cast_or_null<llvm::PHINode>(block_mask(*header));
  const llvm::Value *asked = vote_operand(*found.latch, LaneFunction::any);
  const llvm::Instruction *branch = found.latch->getTerminator();
  if (found.mask == nullptr || found.mask->getParent() != header || asked == nullptr ||
      branch->getSuccessor(0) != header || loop.contains(branch->getSuccessor(1))) {
    return std::nullopt;
  }
  if (!match(found.mask->getIncomingValueForBlock(found.before), m_One()) ||
      found.mask->getIncomingValueForBlock(found.latch) != asked) {
    return std::nullopt;
  }
  return found;
}

class UnmaskedCopy {
 public:
  explicit UnmaskedCopy(const MaskedLoop &original) : original_(original) {}

  llvm::SmallVector<llvm::BasicBlock *> build() {
    llvm::BasicBlock *header = original_.loop->getHeader();
    llvm::Function &function = *header->getParent();
    llvm::SmallVector<llvm::BasicBlock *> copies;
    for (llvm::BasicBlock *block : original_.loop->blocks()) {
      llvm::BasicBlock *copy = llvm::CloneBasicBlock(block, values_, ".unmasked", &function);
      values_[block] = copy;
      copies.push_back(copy);
    }
    llvm::Value *unused_mask = values_.lookup(original_.mask);
    values_[original_.mask] = llvm::ConstantInt::getTrue(function.getContext());
    llvm::remapInstructionsInBlocks(copies, values_);
    llvm::cast<llvm::PHINode>(unused_mask)->eraseFromParent();
    connect_exits();
    enter(*end_iterations(function));
    fold_known_masks(copies);
    return copies;
  }

 private:
  llvm::Value *copy_of(llvm::Value *value) const {
    llvm::Value *copy = values_.lookup(value);
    return copy == nullptr ? value : copy;
  }

  /// Connects the exits of the copy, except for the one at the latch.
  void connect_exits() {
    llvm::SmallVector<llvm::Loop::Edge> exits;
    original_.loop->getExitEdges(exits);
    for (const auto &[from, to] : exits) {
      if (from == original_.latch) {
        continue;
      }
      for (llvm::PHINode &phi : to->phis()) {
        phi.addIncoming(copy_of(phi.getIncomingValueForBlock(from)),
                        llvm::cast<llvm::BasicBlock>(values_.lookup(from)));
      }
    }
  }

  /// Replaces the latch of the copy: repeats the copy while the mask is all true, and then enters
  /// the masked loop if any work-item continues.
  llvm::BasicBlock *end_iterations(llvm::Function &function) {
    llvm::BasicBlock *header = original_.loop->getHeader();
    llvm::BasicBlock *exit = original_.latch->getTerminator()->getSuccessor(1);
    auto *branch = llvm::cast<llvm::BranchInst>(
        llvm::cast<llvm::BasicBlock>(values_.lookup(original_.latch))->getTerminator());
    auto *any = llvm::cast<llvm::CallInst>(branch->getCondition());
    llvm::Value *goes_on = any->getArgOperand(0);
    llvm::BasicBlock *left =
        llvm::BasicBlock::Create(function.getContext(), "iterations.left", &function, header);
    llvm::IRBuilder<> builder(branch);
    branch->setCondition(call_lane_function(builder, LaneFunction::all, goes_on));
    branch->setSuccessor(1, left);
    if (any->use_empty()) {
      any->eraseFromParent();
    }
    builder.SetInsertPoint(left);
    builder.CreateCondBr(call_lane_function(builder, LaneFunction::any, goes_on), header, exit);
    for (llvm::PHINode &phi : exit->phis()) {
      phi.addIncoming(copy_of(phi.getIncomingValueForBlock(original_.latch)), left);
    }
    return left;
  }

  /// Redirects the preheader to the copy, from which the masked loop is entered.
  void enter(llvm::BasicBlock &left) {
    llvm::BasicBlock *header = original_.loop->getHeader();
    original_.before->getTerminator()->replaceSuccessorWith(
        header, llvm::cast<llvm::BasicBlock>(values_.lookup(header)));
    for (llvm::PHINode &phi : header->phis()) {
      const int index = phi.getBasicBlockIndex(original_.before);
      phi.setIncomingBlock(index, &left);
      phi.setIncomingValue(index, copy_of(phi.getIncomingValueForBlock(original_.latch)));
    }
  }

  MaskedLoop original_;
  llvm::ValueToValueMapTy values_;
};

}  // namespace

size_t instructions_in(llvm::ArrayRef<llvm::BasicBlock *> blocks) {
  size_t instructions = 0;
  for (const llvm::BasicBlock *block : blocks) {
    instructions += block->size();
  }
  return instructions;
}

void fold_known_masks(llvm::ArrayRef<llvm::BasicBlock *> copies) {
  const llvm::DataLayout &layout = copies.front()->getModule()->getDataLayout();
  bool changed = true;
  while (changed) {
    changed = false;
    for (llvm::BasicBlock *block : copies) {
      for (llvm::Instruction &instruction : llvm::make_early_inc_range(*block)) {
        llvm::Value *value = llvm::simplifyInstruction(&instruction, layout);
        if (value != nullptr && value != &instruction && !instruction.use_empty()) {
          instruction.replaceAllUsesWith(value);
          changed = true;
        }
        if (llvm::isInstructionTriviallyDead(&instruction)) {
          instruction.eraseFromParent();
        }
      }
    }
  }
}

llvm::SmallVector<llvm::BasicBlock *> add_unmasked_iterations(llvm::Function &linearized,
                                                              size_t most) {
  llvm::DominatorTree dominators(linearized);
  llvm::LoopInfo loops(dominators);
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    const std::optional<MaskedLoop> found = masked_loop(*loop);
    if (!found.has_value() || instructions_in(loop->getBlocks()) > most) {
      continue;
    }
    llvm::formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, false);
    // Recursively, because values of inner loops may be used after the outer one.
    llvm::formLCSSARecursively(*loop, dominators, &loops, nullptr);
    return UnmaskedCopy(*found).build();
  }
  return {};
}

}  // namespace mux::compiler
