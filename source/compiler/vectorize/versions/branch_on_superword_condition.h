/// @file
/// A second version, without the mask, of what stands under one.
///
/// Most conditions such as `if (i < n)` hold for all work-items of nearly every packet. Where they
/// do, a copy of the blocks runs in which the mask is known to hold: its loads and stores are plain
/// ones, and nothing is blended. Loops that all enter get such a copy for the iterations before the
/// first work-item leaves (unmasked_iterations.h). To be run between linearize() and Shapes, on
/// functions for full packets; for the rest of a row, the condition never holds for all.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Copies what is worth it, within limits for the code's size.
/// @return whether the function changed.
bool branch_on_superword_conditions(llvm::Function &linearized);

}  // namespace mux::compiler
