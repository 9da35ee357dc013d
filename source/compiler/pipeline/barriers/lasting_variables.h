/// @file
/// Which private variables have to keep what they hold from one barrier to the next.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class AllocaInst;
class BasicBlock;
}  // namespace llvm

namespace mux::compiler {

/// The blocks from whose start what a variable holds may still be read. Valid until the function
/// changes.
class VariableReads {
 public:
  explicit VariableReads(llvm::AllocaInst &variable);

  bool follow(const llvm::BasicBlock &block) const { return anywhere_ || blocks_.contains(&block); }

 private:
  /// Its address goes where it is not followed.
  bool anywhere_ = false;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> blocks_;
};

}  // namespace mux::compiler
