/// @file
/// Vectors of truth values that are looked at as numbers.
#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Replaces numbers that have a bit for each element of a vector by operations on the elements: LLVM
/// writes any() and all() of a vector as a comparison of such a number with zero. What takes vectors
/// apart leaves them alone, and a work-item's number is then put together bit by bit, from bits of
/// many work-items: any() of char16 took 30 times as long as it does one work-item at a time.
void take_truth_vectors_apart(llvm::Function &function);

}  // namespace mux::compiler
