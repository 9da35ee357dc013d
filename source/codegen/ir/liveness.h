/// @file
/// Liveness of a value: the blocks into which it is live.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class BasicBlock;
class Instruction;
}  // namespace llvm

namespace mux::compiler {

/// The blocks at whose start a value is live. Valid until the function changes.
class LiveBlocks {
 public:
  explicit LiveBlocks(const llvm::Instruction &value);

  bool lives_into(const llvm::BasicBlock &block) const { return blocks_.contains(&block); }
  /// In no particular order.
  const llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &blocks() const { return blocks_; }

 private:
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> blocks_;
};

}  // namespace mux::compiler
