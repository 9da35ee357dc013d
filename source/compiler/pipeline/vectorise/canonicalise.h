/// @file
/// Brings the control flow of a work-item function into the shape that linearise() works on.
///
/// Afterwards every block ends with a branch, a switch or the function's only return, and leads to
/// that return; every branch with a condition has two different successors; loops are reducible,
/// have a preheader, one latch, exits of their own, and values leave them through phis (LCSSA).

#pragma once

#include <string>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// @param[out] reason what stands in the way, when false is returned; the function may then be
/// changed, but still does the same.
bool canonicalise(llvm::Function &function, std::string &reason);

}  // namespace mux::compiler
