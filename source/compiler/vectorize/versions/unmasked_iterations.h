/// @file
/// The first iterations of a loop, without its mask.
///
/// Work-items that begin a loop together mostly stay together for a while: in
/// `for (i = get_global_id(0); i < n; i += get_global_size(0))` until the last iteration. As long
/// as all go on, a copy of the loop runs in which the mask is known to hold; the loop itself does
/// the rest. An iteration of the copy ends with the question whether all go on, which costs what
/// the question whether any does costs in the loop, and nothing is blended.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

#include <cstddef>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace mux::compiler {

/// Gives one loop that all work-items enter such a copy.
/// @param most instructions that the function may grow by.
/// @return the copied blocks; none if there is no such loop.
llvm::SmallVector<llvm::BasicBlock *> add_unmasked_iterations(llvm::Function &linearized,
                                                              size_t most);

/// How many instructions there are in blocks.
size_t instructions_in(llvm::ArrayRef<llvm::BasicBlock *> blocks);

/// Folds what is calculated in copied blocks from masks that have become constants.
void fold_known_masks(llvm::ArrayRef<llvm::BasicBlock *> copies);

}  // namespace mux::compiler
