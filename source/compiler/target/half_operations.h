/// @file
/// Arithmetic on half, of which most processors have nothing but conversions.
///
/// To the optimizer and the vectorizer half is a type like float. When everything else is done,
/// operations are replaced by those of a wider type, and rounded: sums, products, quotients and
/// square roots of halves are calculated in float, whose 24 bits are enough for the second rounding
/// to change nothing (Figueroa, When is double rounding innocuous?, 1995); fused ones in double.
/// LLVM would do most of that itself, but some of it one lane at a time, and some rounds twice.
///
/// A processor with AVX512-FP16 has instructions for all of that but remainders, each of which
/// rounds once and keeps denormals whatever the mode is. So there operations stay as they are, but
/// for quotients and roots, which are faster in float; results are the same. A product and a sum
/// that may be contracted are one instruction, which rounds once instead of twice.
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

/// Replaces the operations on half of all functions that the processor of code_target() does not
/// have.
void lower_half_operations(llvm::Module &module);

}  // namespace mux::compiler
