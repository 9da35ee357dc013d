/// @file
/// Lowers half arithmetic, for which most processors only have conversions.
///
/// The optimizer and the vectorizer treat half like float. Afterwards operations are replaced by
/// those of a wider type and a rounding: sums, products, quotients and square roots are computed in
/// float, whose 24 bits suffice for the second rounding to be innocuous (Figueroa, When is double
/// rounding innocuous?, 1995); fused operations in double. LLVM would lower most of them too, but
/// some one lane at a time, and some with double rounding.
///
/// AVX512-FP16 has instructions for all of that except remainders, which round once and preserve
/// denormals in every mode. There, operations are not lowered, except quotients and roots, which
/// are faster in float; results are the same. A product and a sum that may be contracted are one
/// instruction, which rounds once instead of twice.
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

/// Truncates a double to a float with rounding to odd: if the result is inexact, its last bit is
/// set. Rounding it again, to a narrower type, gives the same result as rounding the double
/// directly.
llvm::Value *truncate_to_odd(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *to);

/// Lowers the half operations of all functions that code_target() has no instructions for.
void lower_half_operations(llvm::Module &module);

}  // namespace mux::compiler
