#include "compiler/vectorize/prepare/unsink_loads.h"

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

/// Ways that a load is done on at most: code grows with them.
constexpr size_t most_ways = 4;

/// Whether a block is reached by so few ways, and not by one from itself.
bool joins_ways(const llvm::BasicBlock &block, const llvm::DominatorTree &dominators) {
  const size_t ways = llvm::pred_size(&block);
  return ways > 1 && ways <= most_ways &&
         llvm::all_of(llvm::predecessors(&block), [&](const llvm::BasicBlock *way) {
           return llvm::isa<llvm::BranchInst>(way->getTerminator()) &&
                  !dominators.dominates(&block, way);
         });
}

/// Loads with an address of their own for each way, before anything is written.
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

/// Does a load at the ends of the ways to its block, none of which leads anywhere else.
void load_on_each_way(llvm::LoadInst &load) {
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
    if (!joins_ways(*block, dominators)) {
      continue;
    }
    const llvm::SmallVector<llvm::LoadInst *> loads = joined_loads(*block);
    if (loads.empty()) {
      continue;
    }
    const llvm::SmallVector<llvm::BasicBlock *, most_ways> ways(llvm::predecessors(block));
    for (llvm::BasicBlock *way : ways) {
      if (way->getTerminator()->getNumSuccessors() > 1) {
        llvm::SplitEdge(way, block, &dominators);
      }
    }
    for (llvm::LoadInst *load : loads) {
      load_on_each_way(*load);
    }
    changed = true;
  }
  return changed;
}

}  // namespace mux::compiler
