/// @file
/// Brings the control flow of a work-item function into the shape that linearize() works on.
///
/// Afterwards every block ends with a branch, a switch or the function's only return, and leads to
/// that return; every branch with a condition has two different successors; loops are reducible,
/// have a preheader, one latch, exits of their own, and values leave them through phis (LCSSA).
/// What is the same in all iterations is calculated before the loop.

#pragma once

#include <llvm/Support/Error.h>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// @return an error that says what stands in the way; the function may then be
/// changed, but still does the same.
llvm::Error canonicalize(llvm::Function &function);

}  // namespace mux::compiler
