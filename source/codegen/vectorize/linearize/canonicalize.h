/// @file
/// Canonicalizes the control flow of a work-item function for linearize().
///
/// Afterwards every block ends with a branch, a switch or the function's only return, and the
/// return is reachable from every block. Conditional branches have two different successors. Loops
/// are reducible, have a preheader, a single latch and dedicated exits, and are in LCSSA form.
/// Loop-invariant code is hoisted.

#pragma once

#include <llvm/Support/Error.h>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// @return an error with the reason if that is impossible; the function may be changed then, but is
/// still equivalent.
llvm::Error canonicalize(llvm::Function &function);

}  // namespace mux::compiler
