/// @file
/// How large functions become once all they call is inlined, but for kept functions.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Valid until functions change, or are kept that were asked for.
class InlinedSizes {
 public:
  /// In instructions, of a function that does not call itself.
  uint64_t of(const llvm::Function &function);

 private:
  uint64_t size_or_unknown_callees(const llvm::Function &function,
                                   llvm::SmallVectorImpl<const llvm::Function *> &unknown) const;

  llvm::DenseMap<const llvm::Function *, uint64_t> sizes_;
};

}  // namespace mux::compiler
