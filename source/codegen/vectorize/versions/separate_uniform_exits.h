/// @file
/// Separates uniform exit conditions from the masks of loops.
///
/// In `while (count < limit && x * x + y * y <= 4)` the first half is uniform: if it is false, all
/// work-items leave. As part of the mask it would be combined with each part's vector in each
/// iteration; as a branch of its own it costs one comparison, and the remaining mask is one vector
/// comparison under the mask of the previous iteration.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Separates the uniform exit conditions of a function's loops.
/// @param linearized contains no barriers; may have been processed by
/// branch_on_superword_conditions().
/// @param sources the parameters that are varying within a packet.
/// @return whether the function changed.
bool separate_uniform_exits(llvm::Function &linearized,
                            const llvm::SmallPtrSet<const llvm::Value *, 8> &sources);

}  // namespace mux::compiler
