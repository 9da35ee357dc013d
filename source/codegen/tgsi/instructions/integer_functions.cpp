#include "codegen/tgsi/instructions/integer_functions.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::Value;
using Sources = llvm::ArrayRef<Value *>;

/// Replaces divisors of 0 by 1.
Value *safe_unsigned_divisor(Body &body, Value *divisor) {
  return body.builder.CreateSelect(body.builder.CreateIsNull(divisor),
                                   llvm::ConstantInt::get(divisor->getType(), 1), divisor);
}

/// Replaces divisors for which the quotient is not defined by 1.
Value *safe_signed_divisor(Body &body, Sources sources) {
  llvm::IRBuilder<> &builder = body.builder;
  llvm::Type *type = sources[0]->getType();
  Value *least =
      llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(type->getIntegerBitWidth()));
  Value *overflows =
      builder.CreateAnd(builder.CreateICmpEQ(sources[0], least),
                        builder.CreateICmpEQ(sources[1], llvm::Constant::getAllOnesValue(type)));
  return builder.CreateSelect(builder.CreateOr(builder.CreateIsNull(sources[1]), overflows),
                              llvm::ConstantInt::get(type, 1), sources[1]);
}

Value *ones_if_zero(Body &body, Value *divisor, Value *result) {
  return body.builder.CreateSelect(body.builder.CreateIsNull(divisor),
                                   llvm::Constant::getAllOnesValue(result->getType()), result);
}

}  // namespace

Value *negate(Body &body, Sources sources) {
  return body.builder.CreateNeg(sources[0]);
}

Value *absolute(Body &body, Sources sources) {
  return body.builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, sources[0],
                                            body.builder.getFalse());
}

Value *integer_sign(Body &body, Sources sources) {
  llvm::IRBuilder<> &builder = body.builder;
  llvm::Type *type = sources[0]->getType();
  Value *zero = llvm::Constant::getNullValue(type);
  return builder.CreateOr(builder.CreateSExt(builder.CreateICmpSLT(sources[0], zero), type),
                          builder.CreateZExt(builder.CreateICmpSGT(sources[0], zero), type));
}

Value *divide_unsigned(Body &body, Sources sources) {
  return ones_if_zero(body, sources[1],
                      body.builder.CreateUDiv(sources[0], safe_unsigned_divisor(body, sources[1])));
}

Value *remainder_unsigned(Body &body, Sources sources) {
  return ones_if_zero(body, sources[1],
                      body.builder.CreateURem(sources[0], safe_unsigned_divisor(body, sources[1])));
}

Value *divide_signed(Body &body, Sources sources) {
  return body.builder.CreateSDiv(sources[0], safe_signed_divisor(body, sources));
}

Value *remainder_signed(Body &body, Sources sources) {
  return body.builder.CreateSRem(sources[0], safe_signed_divisor(body, sources));
}

}  // namespace mux::compiler::tgsi
