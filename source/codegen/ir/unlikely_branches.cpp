#include "codegen/ir/unlikely_branches.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/ProfDataUtils.h>

#include <cstdint>

namespace mux::compiler {

bool is_unlikely(const llvm::BranchInst &branch, unsigned successor) {
  constexpr uint64_t far_more = 100;
  uint64_t weights[2] = {};
  if (!branch.isConditional() || !llvm::extractBranchWeights(branch, weights[0], weights[1])) {
    return false;
  }
  return weights[successor] * far_more < weights[1 - successor];
}

void make_unlikely(llvm::BranchInst &branch) {
  branch.setMetadata(llvm::LLVMContext::MD_prof,
                     llvm::MDBuilder(branch.getContext()).createUnlikelyBranchWeights());
}

}  // namespace mux::compiler
