/// @file
/// What only runs after one block, as far as it is worth a copy.

#pragma once

#include <llvm/ADT/SetVector.h>

#include <cstddef>

namespace llvm {
class BasicBlock;
class DominatorTree;
}  // namespace llvm

namespace mux::compiler {

/// Adds the blocks that a block dominates, each after its dominator, itself first. Looks at no more
/// of them than it takes to find that they are too large, so that asking this of every block of
/// code that nests deeply does not take a time that grows with its square.
/// @return whether they have at most so many instructions, and the block can be reached.
bool find_dominated_region(llvm::BasicBlock &block, const llvm::DominatorTree &dominators,
                           size_t most_instructions, llvm::SetVector<llvm::BasicBlock *> &region);

}  // namespace mux::compiler
