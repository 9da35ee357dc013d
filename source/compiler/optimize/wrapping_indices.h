/// @file
/// Works around a defect of LLVM 19's loop vectorizer.
///
/// An index such as `(i * 7) & 63` counts by 7 and starts again at 64. The vectorizer's interleaved
/// accesses take it for one that only counts by 7: for an array of 64 elements they read past the
/// end. `for (i = 0; i < 64; ++i) out[i] = table[(i * 7) & 63];` shows it at -O3 with Clang 19.1.7.

#pragma once

#include <llvm/IR/PassManager.h>

namespace mux::compiler {

/// Hides from the vectorizer how an index changes if it wraps at less than 32 bits; it then gathers
/// the elements one index at a time. To be run right before vectorizing: other passes look through
/// it.
class HideWrappingIndices : public llvm::PassInfoMixin<HideWrappingIndices> {
 public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace mux::compiler
