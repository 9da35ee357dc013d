/// @file
/// Narrows arithmetic on bytes and shorts to at most 16 bits.
///
/// OpenCL C promotes bytes and shorts to int, so arithmetic on them has 32 bits. Where the stored
/// results are bytes or shorts again and no intermediate value demands more than 16 bits, vectors
/// of 16-bit elements have twice the lanes. Often the demanded bits are known only after short
/// loops, around a pixel for instance, are unrolled.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Narrows the function's arithmetic to at most 16 bits, if that is possible for all values that it
/// stores and its loads are as narrow. Unrolls short loops for it. Must run before linearize().
/// @return whether the function changed.
bool narrow_integers(llvm::Function &work_item, llvm::TargetMachine &machine);

}  // namespace mux::compiler
