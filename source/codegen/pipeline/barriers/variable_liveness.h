/// @file
/// Which private variables are live across barriers.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class AllocaInst;
class BasicBlock;
}  // namespace llvm

namespace mux::compiler {

/// The blocks at whose start a variable is live, that is, may still be read. Valid until the
/// function changes.
class VariableLiveness {
 public:
  explicit VariableLiveness(llvm::AllocaInst &variable);

  bool follow(const llvm::BasicBlock &block) const { return anywhere_ || blocks_.contains(&block); }

 private:
  /// Its address escapes.
  bool anywhere_ = false;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> blocks_;
};

}  // namespace mux::compiler
