/// @file
/// Collects the blocks that a block dominates.

#pragma once

#include <llvm/ADT/SetVector.h>

#include <cstddef>

namespace llvm {
class BasicBlock;
class DominatorTree;
}  // namespace llvm

namespace mux::compiler {

/// Adds the blocks that a block dominates, itself first and each after its dominator. Stops as soon
/// as the limit is exceeded, so that calls for every block of deeply nested code do not take
/// quadratic time.
/// @return whether the blocks have at most `most_instructions` instructions, and the block is
/// reachable.
bool find_dominated_region(llvm::BasicBlock &block, const llvm::DominatorTree &dominators,
                           size_t most_instructions, llvm::SetVector<llvm::BasicBlock *> &region);

}  // namespace mux::compiler
