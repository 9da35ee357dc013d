#include "codegen/ir/liveness.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace mux::compiler {

LiveBlocks::LiveBlocks(const llvm::Instruction &value) {
  const llvm::BasicBlock *home = value.getParent();
  llvm::SmallVector<const llvm::BasicBlock *> pending;
  for (const llvm::Use &use : value.uses()) {
    const auto *user = llvm::cast<llvm::Instruction>(use.getUser());
    const auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
    // A phi uses the value at the end of the incoming block.
    const llvm::BasicBlock *block = phi == nullptr ? user->getParent() : phi->getIncomingBlock(use);
    if (block != home) {
      pending.push_back(block);
    }
  }
  while (!pending.empty()) {
    const llvm::BasicBlock *block = pending.pop_back_val();
    if (!blocks_.insert(block).second) {
      continue;
    }
    for (const llvm::BasicBlock *predecessor : llvm::predecessors(block)) {
      if (predecessor != home) {
        pending.push_back(predecessor);
      }
    }
  }
}

}  // namespace mux::compiler
