/// @file
/// The functions that functions call, innermost first.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Functions with bodies, each after all that it calls. Calls through pointers count as none.
class CallOrder {
 public:
  /// Adds a function and all that it calls, in time and memory that grow with their code alone.
  /// @return NULL, or a function that calls itself, directly or through others: the order is of no
  /// use then.
  const llvm::Function *add(llvm::Function &root);

  llvm::ArrayRef<llvm::Function *> functions() const { return functions_; }

 private:
  enum class State { unseen, open, finished };

  llvm::DenseMap<const llvm::Function *, State> states_;
  llvm::SmallVector<llvm::Function *> functions_;
};

}  // namespace mux::compiler
