#include "codegen/vectorize/versions/dominated_region.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Dominators.h>

namespace mux::compiler {

bool find_dominated_region(llvm::BasicBlock &block, const llvm::DominatorTree &dominators,
                           size_t most_instructions, llvm::SetVector<llvm::BasicBlock *> &region) {
  const llvm::DomTreeNode *root = dominators.getNode(&block);
  if (root == nullptr) {
    return false;
  }
  size_t instructions = 0;
  llvm::SmallVector<const llvm::DomTreeNode *> pending{root};
  while (!pending.empty()) {
    const llvm::DomTreeNode *node = pending.pop_back_val();
    instructions += node->getBlock()->size();
    if (instructions > most_instructions) {
      return false;
    }
    region.insert(node->getBlock());
    pending.append(node->begin(), node->end());
  }
  return true;
}

}  // namespace mux::compiler
