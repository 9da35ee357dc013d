#include "codegen/vectorize/prepare/split_returns.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace mux::compiler {

namespace {

/// Returns the phi of a block that consists of only that phi and its return; NULL for any other
/// block.
llvm::PHINode *returned_phi(llvm::BasicBlock &block) {
  auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
  auto *phi =
      end == nullptr ? nullptr : llvm::dyn_cast_or_null<llvm::PHINode>(end->getReturnValue());
  const bool alone = phi != nullptr && phi->getParent() == &block &&
                     phi->getNextNonDebugInstruction() == end && &block.front() == phi;
  return alone ? phi : nullptr;
}

void separate(llvm::PHINode &phi) {
  llvm::BasicBlock &block = *phi.getParent();
  llvm::MapVector<llvm::ConstantInt *, llvm::SmallVector<llvm::BasicBlock *>> origins;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    if (auto *value = llvm::dyn_cast<llvm::ConstantInt>(phi.getIncomingValue(i))) {
      origins[value].push_back(phi.getIncomingBlock(i));
    }
  }
  for (auto &[value, blocks] : origins) {
    llvm::BasicBlock *end = llvm::BasicBlock::Create(block.getContext(), "end", block.getParent());
    llvm::ReturnInst::Create(block.getContext(), value, end);
    for (llvm::BasicBlock *origin : blocks) {
      origin->getTerminator()->replaceSuccessorWith(&block, end);
      if (phi.getBasicBlockIndex(origin) >= 0) {
        block.removePredecessor(origin, true);
      }
    }
  }
  if (llvm::pred_empty(&block)) {
    llvm::DeleteDeadBlock(&block);
  }
}

}  // namespace

void split_returns(llvm::Function &function) {
  llvm::SmallVector<llvm::PHINode *> phis;
  for (llvm::BasicBlock &block : function) {
    if (llvm::PHINode *phi = returned_phi(block)) {
      phis.push_back(phi);
    }
  }
  for (llvm::PHINode *phi : phis) {
    separate(*phi);
  }
}

}  // namespace mux::compiler
