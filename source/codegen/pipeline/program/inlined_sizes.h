/// @file
/// Computes the size of functions with all calls inlined.

#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Sizes in instructions, of functions without recursion.
class InlinedSizes {
 public:
  /// Precondition: called for all callees of the function before.
  /// @param keeps whether calls of kept functions (ir/noinline_functions.h) are not inlined.
  uint64_t add(const llvm::Function &function, bool keeps);

  /// The size of a function that was added.
  uint64_t of(const llvm::Function &function) const { return sizes_.lookup(&function); }

 private:
  llvm::DenseMap<const llvm::Function *, uint64_t> sizes_;
};

}  // namespace mux::compiler
