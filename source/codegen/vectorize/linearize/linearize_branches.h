/// @file
/// Replaces the branches of a LinearPlan's chains by computations of masks.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

class LinearPlan;
class Variables;

/// Creates a variable for each mask.
void add_masks(LinearPlan &plan, Variables &variables);

/// Requires that phis and values were moved to variables (linearize_values.h).
void rewrite_branches(const LinearPlan &plan, llvm::Function &function);

}  // namespace mux::compiler
