#include "codegen/tgsi/instructions/float_functions.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

namespace mux::compiler::tgsi {

using llvm::Value;

Value *multiply_add(Body &body, Value *a, Value *b, Value *c) {
  return body.builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, {a->getType()}, {a, b, c});
}

/// Of a negative number near 0 the difference is rounded to 1.
Value *fraction(Body &body, llvm::ArrayRef<Value *> sources) {
  llvm::Type *type = sources[0]->getType();
  Value *difference = body.builder.CreateFSub(sources[0], body.call("floor", type, sources[0]));
  llvm::APFloat below_one(type->getFltSemantics(), 1);
  below_one.next(true);
  Value *is_one = body.builder.CreateFCmpOGE(difference, llvm::ConstantFP::get(type, 1));
  return body.builder.CreateSelect(is_one, llvm::ConstantFP::get(type, below_one), difference);
}

Value *float_sign(Body &body, llvm::ArrayRef<Value *> sources) {
  llvm::Type *type = sources[0]->getType();
  Value *zero = llvm::Constant::getNullValue(type);
  Value *negative = body.builder.CreateSelect(body.builder.CreateFCmpOLT(sources[0], zero),
                                              llvm::ConstantFP::get(type, -1), zero);
  return body.builder.CreateSelect(body.builder.CreateFCmpOGT(sources[0], zero),
                                   llvm::ConstantFP::get(type, 1), negative);
}

Value *reciprocal(Body &body, llvm::ArrayRef<Value *> sources) {
  return body.divide(llvm::ConstantFP::get(sources[0]->getType(), 1), sources[0]);
}

}  // namespace mux::compiler::tgsi
