/// @file
/// Clones the part of a function that is reachable from one block.
///
/// A kernel with a thousand barriers has a thousand regions of a few blocks each. Cloning the whole
/// function for each region and removing unreachable blocks is quadratic in their number: 160
/// barriers took 2.5 seconds.

#pragma once

#include <llvm/ADT/DenseMap.h>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace mux::compiler {

class RegionCloner {
 public:
  /// @param function must not change while this object is used.
  explicit RegionCloner(llvm::Function &function);

  /// @return a function in the same module with the parameters and attributes of the original. Its
  /// entry block has the used instructions of the original's entry block, then branches to the
  /// clone of `start`.
  /// @param start has no phis and is not the entry block.
  llvm::Function &clone(llvm::BasicBlock &start) const;

 private:
  llvm::Function &function_;
  /// The position of each block in the function, so that clones are in the same order.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> numbers_;
};

}  // namespace mux::compiler
