/// @file
/// Peels the iterations with an all-true mask off a loop.
///
/// Work-items that enter a loop together mostly stay together for a while: in `for (i =
/// get_global_id(0); i < n; i += get_global_size(0))` until the last iteration. As long as all
/// continue, a copy of the loop is executed in which the mask is known to be all true; the masked
/// loop executes the remaining iterations. The copy ends an iteration with a test for `all`, which
/// costs the same as the test for `any` in the loop, and needs no blends.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

#include <cstddef>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace mux::compiler {

/// Adds such a copy to one loop that all work-items enter.
/// @param most the maximum number of cloned instructions.
/// @return the cloned blocks; empty if there is no such loop.
llvm::SmallVector<llvm::BasicBlock *> add_unmasked_iterations(llvm::Function &linearized,
                                                              size_t most);

/// Returns the number of instructions in blocks.
size_t instructions_in(llvm::ArrayRef<llvm::BasicBlock *> blocks);

/// Folds the instructions of cloned blocks that depend on masks that have become constants.
void fold_known_masks(llvm::ArrayRef<llvm::BasicBlock *> copies);

}  // namespace mux::compiler
