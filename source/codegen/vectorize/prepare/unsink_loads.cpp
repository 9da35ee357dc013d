#include "codegen/vectorize/prepare/unsink_loads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>

namespace mux::compiler {

namespace {

/// Maximum number of predecessors that a load is duplicated into; code size grows with them.
constexpr size_t most_predecessors = 4;

/// Whether a block has few enough predecessors, none of which it dominates.
bool is_small_join(const llvm::BasicBlock &block, const llvm::DominatorTree &dominators) {
  const size_t count = llvm::pred_size(&block);
  return count > 1 && count <= most_predecessors &&
         llvm::all_of(llvm::predecessors(&block), [&](const llvm::BasicBlock *predecessor) {
           return llvm::isa<llvm::BranchInst>(predecessor->getTerminator()) &&
                  !dominators.dominates(&block, predecessor);
         });
}

/// Returns the loads whose address is a phi of the block and that precede any write to memory.
llvm::SmallVector<llvm::LoadInst *> joined_loads(llvm::BasicBlock &block) {
  llvm::SmallVector<llvm::LoadInst *> loads;
  for (llvm::Instruction &instruction : block) {
    if (instruction.mayWriteToMemory() ||
        !llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction)) {
      break;
    }
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    const auto *address =
        load == nullptr ? nullptr : llvm::dyn_cast<llvm::PHINode>(load->getPointerOperand());
    if (address != nullptr && load->isSimple() && address->getParent() == &block &&
        address->hasOneUse()) {
      loads.push_back(load);
    }
  }
  return loads;
}

/// Moves a load to the ends of its block's predecessors, which have no other successors.
void load_in_each_predecessor(llvm::LoadInst &load) {
  auto &address = llvm::cast<llvm::PHINode>(*load.getPointerOperand());
  auto *loaded = llvm::PHINode::Create(load.getType(), address.getNumIncomingValues(), "",
                                       address.getIterator());
  for (unsigned i = 0; i < address.getNumIncomingValues(); ++i) {
    llvm::Instruction *own = load.clone();
    own->setOperand(llvm::LoadInst::getPointerOperandIndex(), address.getIncomingValue(i));
    own->insertBefore(address.getIncomingBlock(i)->getTerminator());
    loaded->addIncoming(own, address.getIncomingBlock(i));
  }
  loaded->takeName(&load);
  load.replaceAllUsesWith(loaded);
  load.eraseFromParent();
  address.eraseFromParent();
}

}  // namespace

bool unsink_loads(llvm::Function &work_item_function) {
  llvm::DominatorTree dominators(work_item_function);
  llvm::SmallVector<llvm::BasicBlock *> blocks;
  for (llvm::BasicBlock &block : work_item_function) {
    blocks.push_back(&block);
  }
  bool changed = false;
  for (llvm::BasicBlock *block : blocks) {
    if (!is_small_join(*block, dominators)) {
      continue;
    }
    const llvm::SmallVector<llvm::LoadInst *> loads = joined_loads(*block);
    if (loads.empty()) {
      continue;
    }
    const llvm::SmallVector<llvm::BasicBlock *, most_predecessors> predecessors(
        llvm::predecessors(block));
    for (llvm::BasicBlock *predecessor : predecessors) {
      if (predecessor->getTerminator()->getNumSuccessors() > 1) {
        llvm::SplitEdge(predecessor, block, &dominators);
      }
    }
    for (llvm::LoadInst *load : loads) {
      load_in_each_predecessor(*load);
    }
    changed = true;
  }
  return changed;
}

}  // namespace mux::compiler
