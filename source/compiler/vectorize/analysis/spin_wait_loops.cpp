#include "compiler/vectorize/analysis/spin_wait_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/vectorize/analysis/uniformity.h"

namespace mux::compiler {

namespace {

/// A function that changes memory and gives something back (reservations in pipes), other than one
/// that all run together.
bool is_shared_access(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && call->mayWriteToMemory() && !call->isConvergent();
}

bool sees_others(const llvm::Instruction &instruction) {
  return (instruction.isAtomic() || instruction.isVolatile() || is_shared_access(instruction)) &&
         !instruction.use_empty();
}

bool contains_such(const llvm::Loop &loop) {
  return std::any_of(loop.block_begin(), loop.block_end(), [](const llvm::BasicBlock *block) {
    return std::any_of(block->begin(), block->end(), sees_others);
  });
}

bool is_left_at_different_times(const llvm::Loop &loop, const Uniformity &uniformity) {
  llvm::SmallVector<llvm::BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  return std::any_of(exiting.begin(), exiting.end(), [&](const llvm::BasicBlock *block) {
    return uniformity.branch_varies(*block);
  });
}

}  // namespace

bool may_wait_for_work_items(llvm::Function &work_item_function) {
  const llvm::DominatorTree dominators(work_item_function);
  const llvm::LoopInfo loops(dominators);
  const Uniformity uniformity(work_item_function, varying_parameters(work_item_function));
  const auto all = loops.getLoopsInPreorder();
  return std::any_of(all.begin(), all.end(), [&](const llvm::Loop *loop) {
    return contains_such(*loop) && is_left_at_different_times(*loop, uniformity);
  });
}

}  // namespace mux::compiler
