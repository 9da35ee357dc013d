/// @file
/// Computations on integers of 32 and 64 bits, without undefined behavior.

#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "codegen/tgsi/body/body.h"

namespace mux::compiler::tgsi {

// Each computes a result of the sources' type.

template <llvm::Instruction::BinaryOps Operation>
llvm::Value *compute(Body &body, llvm::ArrayRef<llvm::Value *> sources) {
  return body.builder.CreateBinOp(Operation, sources[0], sources[1]);
}

template <llvm::Intrinsic::ID Id>
llvm::Value *compute_extremum(Body &body, llvm::ArrayRef<llvm::Value *> sources) {
  return body.builder.CreateBinaryIntrinsic(Id, sources[0], sources[1]);
}

llvm::Value *negate(Body &body, llvm::ArrayRef<llvm::Value *> sources);
/// The least integer is its own absolute value.
llvm::Value *absolute(Body &body, llvm::ArrayRef<llvm::Value *> sources);
/// -1, 0 or 1.
llvm::Value *integer_sign(Body &body, llvm::ArrayRef<llvm::Value *> sources);
/// Divisions by 0 give all ones.
llvm::Value *divide_unsigned(Body &body, llvm::ArrayRef<llvm::Value *> sources);
llvm::Value *remainder_unsigned(Body &body, llvm::ArrayRef<llvm::Value *> sources);
/// Divisions by 0 give the dividend and the remainder 0, as do those of the least integer by -1.
llvm::Value *divide_signed(Body &body, llvm::ArrayRef<llvm::Value *> sources);
llvm::Value *remainder_signed(Body &body, llvm::ArrayRef<llvm::Value *> sources);

}  // namespace mux::compiler::tgsi
