/// @file
/// Small updates under a mask of what was just loaded: `if (a[i] > b) a[i] = b`.
///
/// Whether any lane does such an update depends on the data, so that a branch on it is hard to
/// predict. Stores under a mask cost no more than a few instructions, and the lines that they
/// write are in the cache: so they are done whether or not any lane runs.

#pragma once

namespace llvm {
class BasicBlock;
class BranchInst;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// Whether a block of a linearized function is such an update: short, and nothing but stores to
/// where the blocks that lead to it load, and what is safe to do for lanes that do not run.
bool is_in_place_update(const llvm::BasicBlock &block);

/// Whether a branch guards such an update, and may as well go there always: each lane then stores
/// under the mask, or does not.
bool guards_in_place_update(const llvm::BranchInst &branch, const Shapes &shapes);

}  // namespace mux::compiler
