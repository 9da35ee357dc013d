/// @file
/// Loops that have to be gone before vectors can be good: those over private arrays.
///
/// An array whose elements are all at known indices is kept in registers, one vector for each
/// element; while a loop counts through it, it stays in memory. LLVM unrolls such loops too, but
/// not before the packets exist, where too little of the code is left that it understands. The same
/// is true of short loops that only calculate.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Unrolls loops of known length around accesses of private arrays, if that lets some array live in
/// registers, and short loops without accesses to memory. To be run before linearize().
/// @return whether the function changed.
bool unroll_array_loops(llvm::Function &work_item, llvm::TargetMachine &machine);

/// Unrolls such loops around arrays in a whole kernel, but none around a barrier. What an array
/// holds at a barrier is kept work-item by work-item, so that lanes would gather its elements; each
/// scalar that is kept is a row of its own. A matrix product with a column of 16 sums in each
/// work-item took 55 ms instead of 9, one with 8 x 8 sums 40 instead of 25. To be run before the
/// kernel is split at its barriers.
/// @return whether the function changed.
bool unroll_arrays_between_barriers(llvm::Function &work_item, llvm::TargetMachine &machine);

}  // namespace mux::compiler
