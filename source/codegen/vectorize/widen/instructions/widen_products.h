/// @file
/// Widens high halves of 64-bit products (mulhi), and divisions based on them.
///
/// Processors multiply vectors of 32-bit integers to 64 bits. LLVM scalarizes wider multiplications
/// lane by lane.

#pragma once

#include <llvm/IR/IRBuilder.h>

namespace llvm {
class APInt;
class TruncInst;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// Builds one part of `trunc(lshr(mul(extended a, extended b), 64))`.
/// @return NULL if the instruction does not match that pattern.
llvm::Value *widen_mulhi(Widener &widener, const llvm::TruncInst &instruction, unsigned part,
                         unsigned component);

/// Divides a vector of 64-bit integers by a constant that is not 0 and whose absolute value is not
/// a power of two.
llvm::Value *divide_by_constant(llvm::IRBuilder<> &builder, llvm::Value *dividend,
                                const llvm::APInt &divisor, bool is_signed);

struct Quotient {
  llvm::Value *quotient;
  llvm::Value *remainder;
};

/// Divides a vector of unsigned 64-bit integers by a uniform divisor, which is not 0.
Quotient divide_by_one(llvm::IRBuilder<> &builder, llvm::Value *dividend, llvm::Value *divisor);

}  // namespace mux::compiler
