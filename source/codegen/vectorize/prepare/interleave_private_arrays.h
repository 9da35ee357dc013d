/// @file
/// Interleaves the elements of private arrays across lanes (analysis/private_layout.h).

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Interleaves the elements of private arrays if all accesses of an array are visible and of one
/// size. Runs after linearize() and before Shapes. The function still executes one work-item, but
/// is then specific to packets of this many lanes. Also removes the lifetime markers of private
/// variables.
/// @return whether the function changed.
bool interleave_private_arrays(llvm::Function &linearized, unsigned lanes);

}  // namespace mux::compiler
