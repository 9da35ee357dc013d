#include "compiler/pipeline/lower/inlined_sizes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/ir/function_calls.h"
#include "compiler/ir/kept_functions.h"

namespace mux::compiler {

uint64_t InlinedSizes::of(const llvm::Function &function) {
  llvm::SmallVector<const llvm::Function *> pending{&function};
  while (!pending.empty()) {
    const llvm::Function &next = *pending.back();
    if (sizes_.contains(&next)) {
      pending.pop_back();
      continue;
    }
    const size_t before = pending.size();
    const uint64_t size = size_or_unknown_callees(next, pending);
    if (pending.size() == before) {
      sizes_[&next] = size;
    }
  }
  return sizes_.lookup(&function);
}

/// The size, if no function is added to those whose size is not known yet.
uint64_t InlinedSizes::size_or_unknown_callees(
    const llvm::Function &function, llvm::SmallVectorImpl<const llvm::Function *> &unknown) const {
  uint64_t size = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const llvm::Function *callee = called_function(instruction);
    if (callee == nullptr || callee->isDeclaration() || is_kept(*callee)) {
      size = llvm::SaturatingAdd(size, uint64_t{1});
    } else if (const auto known = sizes_.find(callee); known != sizes_.end()) {
      size = llvm::SaturatingAdd(size, known->second);
    } else {
      unknown.push_back(callee);
    }
  }
  return size;
}

}  // namespace mux::compiler
