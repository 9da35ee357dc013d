/// @file
/// Loops that LLVM's vectorizer is to get as they are.
///
/// LLVM unrolls loops of few iterations long before its vectorizer runs, and finds fewer vectors in
/// what comes out: along rows of 16 floats, `sqrt(x) / (x + 1)` takes 270 us from an unrolled loop
/// and 63 from one that is left alone.

#pragma once

#include <llvm/IR/PassManager.h>

namespace llvm {
class BranchInst;
}

namespace mux::compiler {

/// The loop that the branch goes back in is not unrolled before ReleaseLoopsForVectors.
void keep_for_vectorizer(llvm::BranchInst &back_branch);

/// To be run right before vectorizing: what must not be unrolled is not interleaved either.
class ReleaseLoopsForVectors : public llvm::PassInfoMixin<ReleaseLoopsForVectors> {
 public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace mux::compiler
