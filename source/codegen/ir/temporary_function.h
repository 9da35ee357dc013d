/// @file
/// A clone of a function that is erased at the end of its scope.

#pragma once

#include <llvm/IR/Function.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace mux::compiler {

class TemporaryFunction {
 public:
  explicit TemporaryFunction(llvm::Function &original) {
    llvm::ValueToValueMapTy map;
    function_ = llvm::CloneFunction(&original, map);
  }
  ~TemporaryFunction() { function_->eraseFromParent(); }
  TemporaryFunction(const TemporaryFunction &) = delete;
  TemporaryFunction &operator=(const TemporaryFunction &) = delete;

  llvm::Function &operator*() const { return *function_; }

 private:
  llvm::Function *function_;
};

}  // namespace mux::compiler
