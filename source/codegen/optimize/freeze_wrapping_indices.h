/// @file
/// Works around a defect of LLVM 19's loop vectorizer.
///
/// An index such as `(i * 7) & 63` has stride 7 and wraps at 64. The interleaved accesses of the
/// vectorizer ignore the wrapping: for an array of 64 elements they read past the end. `for (i = 0;
/// i < 64; ++i) out[i] = table[(i * 7) & 63];` shows it at -O3 with Clang 19.1.7.

#pragma once

#include <llvm/IR/PassManager.h>

namespace mux::compiler {

/// Freezes indices that wrap at less than 32 bits, which hides their stride, so that the vectorizer
/// gathers the elements. To be run right before the vectorizer, since other passes remove the
/// freeze.
class FreezeWrappingIndices : public llvm::PassInfoMixin<FreezeWrappingIndices> {
 public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace mux::compiler
