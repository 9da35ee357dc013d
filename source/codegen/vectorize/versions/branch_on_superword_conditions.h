/// @file
/// Branch-on-superword-condition: unmasked versions of regions under a mask.
///
/// Most conditions such as `if (i < n)` are true for all work-items of nearly every packet. For
/// these packets a copy of the region is executed in which the mask is known to be all true: its
/// loads and stores are not masked, and it needs no blends. Loops that all work-items enter get
/// such a copy for the iterations before the first work-item leaves (unmasked_iterations.h). Runs
/// between linearize() and Shapes, on functions for full packets only, since the remainder of a row
/// never has an all-true mask.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Adds unmasked copies of regions within limits on code size.
/// @return whether the function changed.
bool branch_on_superword_conditions(llvm::Function &linearized);

}  // namespace mux::compiler
