/// @file
/// Arithmetic on half, for processors that have none of it (all without AVX512-FP16).
///
/// To the optimizer and the vectorizer half is a type like float. When everything else is done,
/// what there is no instruction for is calculated in a wider type and rounded: sums, products,
/// quotients and square roots of halves in float, whose 24 bits are enough for the second rounding
/// to change nothing (Figueroa, When is double rounding innocuous?, 1995); fused ones in double.
/// LLVM would do most of that itself, but some of it one lane at a time, and some rounds twice.
///
/// One thread at a time per LLVM context.

#pragma once

#include <llvm/IR/IRBuilder.h>

namespace llvm {
class Module;
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// A double as a float that is rounded to odd: where it is inexact, its last bit is set. Rounded
/// once more, to a type of fewer bits, it gives what the double would.
llvm::Value *narrow_to_odd(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *to);

/// Whether code for code_target() calculates with halves as such.
bool has_half_arithmetic();

/// Replaces the operations on half of all functions, where the processor has none.
void lower_half_operations(llvm::Module &module);

}  // namespace mux::compiler
