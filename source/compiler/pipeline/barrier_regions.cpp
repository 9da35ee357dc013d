#include "compiler/pipeline/barrier_regions.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/pipeline/work_item_functions.h"

namespace mux::compiler {

bool has_barrier(const llvm::Function &function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function *callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && is_barrier(callee->getName())) {
      return true;
    }
  }
  return false;
}

std::vector<llvm::Function *> split_at_barriers(Kernel &kernel) {
  return {kernel.function};
}

}  // namespace mux::compiler
