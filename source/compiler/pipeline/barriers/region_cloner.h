/// @file
/// Copies the part of a function that is reachable from one block.
///
/// A kernel of a thousand barriers has a thousand regions of a few blocks each. Cloning the whole
/// function for each region and removing what is unreachable takes a time that grows with the
/// square of their number: 160 barriers took 2.5 seconds.

#pragma once

#include <llvm/ADT/DenseMap.h>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace mux::compiler {

class RegionCloner {
 public:
  /// @param function that does not change as long as this is used.
  explicit RegionCloner(llvm::Function &function);

  /// @return a function in the same module with the parameters and attributes of the original,
  /// whose entry block has the instructions of the original's entry block that are used, and then
  /// branches to the copy of `start`.
  /// @param start not the entry block, which nothing branches to, and without PHI nodes.
  llvm::Function &clone(llvm::BasicBlock &start) const;

 private:
  llvm::Function &function_;
  /// The place of each block in the function, so that copies have the same order.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> numbers_;
};

}  // namespace mux::compiler
