/// @file
/// Post-order of the call graph: callees before their callers.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Functions with bodies, each after all functions that it calls. Indirect calls are ignored.
class CallOrder {
 public:
  /// Adds a function and everything it calls, in time and memory linear in the size of their code.
  /// @return NULL, or a function that calls itself, directly or through others; the order is then
  /// invalid.
  const llvm::Function *add(llvm::Function &root);

  llvm::ArrayRef<llvm::Function *> functions() const { return functions_; }

 private:
  enum class State { unseen, open, finished };

  llvm::DenseMap<const llvm::Function *, State> states_;
  llvm::SmallVector<llvm::Function *> functions_;
};

}  // namespace mux::compiler
