/// @file
/// How large functions become once all they call is inlined.

#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// In instructions, of functions that do not call themselves.
class InlinedSizes {
 public:
  /// To be called for all functions that the function calls before.
  /// @param keeps whether calls of kept functions (ir/kept_functions.h) stay.
  uint64_t add(const llvm::Function &function, bool keeps);

  /// Of one that was added.
  uint64_t of(const llvm::Function &function) const { return sizes_.lookup(&function); }

 private:
  llvm::DenseMap<const llvm::Function *, uint64_t> sizes_;
};

}  // namespace mux::compiler
