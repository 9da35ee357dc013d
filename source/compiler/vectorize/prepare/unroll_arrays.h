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

}  // namespace mux::compiler
