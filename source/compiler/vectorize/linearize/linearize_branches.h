/// @file
/// Rewrites the branches of a LinearPlan's chains: masks replace them.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

class LinearPlan;
class Variables;

/// Gives each mask a variable.
void add_masks(LinearPlan &plan, Variables &variables);

/// Phis and values must have been moved to variables (linearize_values.h).
void rewrite_branches(const LinearPlan &plan, llvm::Function &function);

}  // namespace mux::compiler
