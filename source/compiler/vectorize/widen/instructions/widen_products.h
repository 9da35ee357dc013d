/// @file
/// The upper halves of products of 64 bits for all lanes at once, and what is made of them.
///
/// Processors multiply vectors of 32 by 32 bits. LLVM takes vectors of anything wider to pieces and
/// multiplies lane by lane.

#pragma once

#include <llvm/IR/IRBuilder.h>

namespace llvm {
class APInt;
class TruncInst;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// Builds what a work-item gets by `trunc(lshr(mul(extended a, extended b), 64))` for one part.
/// @return NULL if the instruction is nothing like that.
llvm::Value *widen_high_product(Widener &widener, const llvm::TruncInst &instruction, unsigned part,
                                unsigned component);

/// Divides a vector of 64-bit integers by a known one, which is neither 0 nor a power of two nor
/// the negative of one.
llvm::Value *divide_by_constant(llvm::IRBuilder<> &builder, llvm::Value *dividend,
                                const llvm::APInt &divisor, bool is_signed);

struct Quotient {
  llvm::Value *quotient;
  llvm::Value *remainder;
};

/// Divides a vector of unsigned 64-bit integers by a number that is the same for all lanes, and not
/// 0.
Quotient divide_by_one(llvm::IRBuilder<> &builder, llvm::Value *dividend, llvm::Value *divisor);

}  // namespace mux::compiler
