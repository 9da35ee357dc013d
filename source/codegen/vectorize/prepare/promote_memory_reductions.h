/// @file
/// Promotes accumulators in memory to registers in loops: `for (...) sum[i] += a[k] * b[k]`.
///
/// LLVM's LICM does so after widening too, but not for gathers and scatters. Also, only a loop
/// without stores can be unrolled along rows (unroll_strided_loops.h). The buffers must be known
/// not to alias (pipeline/lower/add_noalias_scopes.h). Measured on one core of an AMD EPYC, in ms
/// before and after: the lower half of a correlation matrix of 384 columns 16.3 and 1.9; a matrix
/// of 1,024 rows times a vector, accumulated in the result, 5.1 and 0.32.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Where a loop loads and stores one invariant address that nothing else in it may alias, hoists
/// the load above the loop and sinks the store below it (scalar promotion). Must run before
/// linearize().
/// @return whether there are candidate loops, which are rotated then even if nothing was promoted.
bool promote_memory_reductions(llvm::Function &work_item, llvm::TargetMachine &machine);

}  // namespace mux::compiler
