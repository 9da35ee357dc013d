/// @file
/// Conditions that all work-items share, taken out of the masks of loops.
///
/// In `while (count < limit && x * x + y * y <= 4)` the first half is the same for all: where it
/// does not hold, all leave. As part of the mask it would be blended into each part's vector in
/// each iteration; as a branch of its own it costs one comparison, and what is left of the mask is
/// one comparison of vectors under the mask of the iteration before.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// @param linearized without calls of barriers; may have been through
/// branch_on_superword_conditions().
/// @param sources the parameters that differ between the work-items of a packet.
/// @return whether the function changed.
bool separate_uniform_exits(llvm::Function &linearized,
                            const llvm::SmallPtrSet<const llvm::Value *, 8> &sources);

}  // namespace mux::compiler
