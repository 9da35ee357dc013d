#include "compiler/pipeline/barrier_divergence.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/pipeline/vectorise/uniformity.h"
#include "compiler/pipeline/work_item_functions.h"

namespace mux::compiler {

namespace {

/// Where a work-item that leaves a block stops next: barriers, and blocks that end the kernel.
class NextStops {
 public:
  explicit NextStops(const llvm::BasicBlock &start) {
    llvm::SmallVector<const llvm::BasicBlock *> pending(llvm::successors(&start));
    while (!pending.empty()) {
      const llvm::BasicBlock *block = pending.pop_back_val();
      if (!seen_.insert(block).second) {
        continue;
      }
      if (const llvm::Instruction *barrier = first_barrier(*block)) {
        stops_.insert(barrier);
      } else if (llvm::isa<llvm::ReturnInst>(block->getTerminator())) {
        // One stop, however many places the kernel ends at.
        stops_.insert(nullptr);
      } else {
        pending.append(llvm::succ_begin(block), llvm::succ_end(block));
      }
    }
  }

  bool is_one() const { return stops_.size() <= 1; }

 private:
  static const llvm::Instruction *first_barrier(const llvm::BasicBlock &block) {
    for (const llvm::Instruction &instruction : block) {
      const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function *callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && is_barrier(callee->getName())) {
        return call;
      }
    }
    return nullptr;
  }

  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen_;
  llvm::SmallPtrSet<const llvm::Instruction *, 4> stops_;
};

}  // namespace

bool barriers_may_diverge(llvm::Function &work_item_function) {
  const Uniformity uniformity(work_item_function, varying_parameters(work_item_function));
  return std::any_of(work_item_function.begin(), work_item_function.end(),
                     [&](const llvm::BasicBlock &block) {
                       return uniformity.branch_varies(block) && !NextStops(block).is_one();
                     });
}

}  // namespace mux::compiler
