/// @file
/// Protects loops from unrolling until LLVM's loop vectorizer runs.
///
/// LLVM fully unrolls loops with low trip counts long before its loop vectorizer runs, and SLP
/// finds fewer vectors in the result: along rows of 16 floats, `sqrt(x) / (x + 1)` takes 270 us if
/// the loop is unrolled and 63 if it is not.

#pragma once

#include <llvm/IR/PassManager.h>

namespace llvm {
class BranchInst;
}

namespace mux::compiler {

/// Disables unrolling of the latch branch's loop until ReenableUnrolling.
void defer_unrolling(llvm::BranchInst &back_branch);

/// Reenables unrolling. To be run right before the loop vectorizer, since it does not interleave
/// loops whose unrolling is disabled.
class ReenableUnrolling : public llvm::PassInfoMixin<ReenableUnrolling> {
 public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace mux::compiler
