/// @file
/// Unrolls loops over private arrays and short loops without memory accesses, before vectorization.
///
/// An array with constant indices only is promoted to registers, one vector for each element;
/// indexed by an induction variable, it stays in memory. LLVM unrolls such loops as well, but only
/// after widening, when its analyses fail on much of the vectorized code.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Fully unrolls loops of known trip count around accesses to private arrays, if that lets at least
/// one array be promoted to registers, and short loops without accesses to memory. Must run before
/// linearize().
/// @return whether the function changed.
bool unroll_array_loops(llvm::Function &work_item, llvm::TargetMachine &machine);

}  // namespace mux::compiler
