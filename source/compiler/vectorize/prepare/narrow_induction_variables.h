/// @file
/// Gives counters of loops back the 32 bits that the program gave them.
///
/// Where a counter of 32 bits starts with half of a number of 64, such as a global id, LLVM counts
/// in 64 bits and masks the upper half at each use. What is strided in 32 bits is not after that.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Replaces phis of 64 bits of which only the lower half is used. Before linearize().
/// @return whether the function changed.
bool narrow_induction_variables(llvm::Function &function);

}  // namespace mux::compiler
