// Arithmetic on scalars and vectors.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/fast_math.h"
#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;
using BinaryOps = llvm::Instruction::BinaryOps;

BinaryOps binary_operation(Op opcode) {
  switch (opcode) {
    case Op::IAdd:
      return BinaryOps::Add;
    case Op::ISub:
      return BinaryOps::Sub;
    case Op::IMul:
      return BinaryOps::Mul;
    case Op::UDiv:
      return BinaryOps::UDiv;
    case Op::SDiv:
      return BinaryOps::SDiv;
    case Op::UMod:
      return BinaryOps::URem;
    case Op::SRem:
      return BinaryOps::SRem;
    case Op::FAdd:
      return BinaryOps::FAdd;
    case Op::FSub:
      return BinaryOps::FSub;
    case Op::FMul:
      return BinaryOps::FMul;
    default:
      return BinaryOps::FDiv;
  }
}

bool is_integer(llvm::Type *type) {
  return type->isIntOrIntVectorTy() && !type->isIntOrIntVectorTy(1);
}

llvm::Type *integer_result(Body &body, const Instruction &instruction) {
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(is_integer(type), "the result type is no integer type");
  return type;
}

llvm::Type *floating_result(Body &body, const Instruction &instruction) {
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(type->isFPOrFPVectorTy(), "the result type is no floating-point type");
  return type;
}

Value *integer_binary(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_result(body, instruction);
  Value *result = body.builder.CreateBinOp(binary_operation(instruction.opcode),
                                           body.operand_of_type(instruction, 0, type),
                                           body.operand_of_type(instruction, 1, type));
  const Module &source = body.context.source;
  if (auto *operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(result)) {
    if (auto *added = llvm::dyn_cast<llvm::BinaryOperator>(operation)) {
      added->setHasNoSignedWrap(source.decoration(instruction.result, Decoration::NoSignedWrap) !=
                                nullptr);
      added->setHasNoUnsignedWrap(
          source.decoration(instruction.result, Decoration::NoUnsignedWrap) != nullptr);
    }
  }
  return result;
}

Value *floating_binary(Body &body, const Instruction &instruction) {
  llvm::Type *type = floating_result(body, instruction);
  return with_fast_math(body, instruction,
                        body.builder.CreateBinOp(binary_operation(instruction.opcode),
                                                 body.operand_of_type(instruction, 0, type),
                                                 body.operand_of_type(instruction, 1, type)));
}

Value *negate_integer(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_result(body, instruction);
  return body.builder.CreateNeg(
      body.operand_of_type(instruction, 0, type), "",
      body.context.source.decoration(instruction.result, Decoration::NoSignedWrap) != nullptr);
}

Value *negate_floating(Body &body, const Instruction &instruction) {
  llvm::Type *type = floating_result(body, instruction);
  return with_fast_math(body, instruction,
                        body.builder.CreateFNeg(body.operand_of_type(instruction, 0, type)));
}

/// The result has the sign of the divisor.
Value *signed_modulo(Body &body, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = body.builder;
  llvm::Type *type = integer_result(body, instruction);
  Value *divisor = body.operand_of_type(instruction, 1, type);
  Value *rest = builder.CreateSRem(body.operand_of_type(instruction, 0, type), divisor);
  llvm::Constant *zero = llvm::Constant::getNullValue(type);
  Value *differs = builder.CreateICmpSLT(builder.CreateXor(rest, divisor), zero);
  Value *corrects = builder.CreateAnd(differs, builder.CreateICmpNE(rest, zero));
  return builder.CreateSelect(corrects, builder.CreateAdd(rest, divisor), rest);
}

Value *floating_remainder(Body &body, const Instruction &instruction) {
  llvm::Type *type = floating_result(body, instruction);
  body.operand_of_type(instruction, 0, type);
  body.operand_of_type(instruction, 1, type);
  const BuiltinArgument arguments[] = {builtin_argument(body, instruction, 0, true),
                                       builtin_argument(body, instruction, 1, true)};
  return call_builtin(body, instruction, "fmod", type, arguments);
}

/// The result has the sign of the divisor, even if it is zero.
Value *floating_modulo(Body &body, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *rest = floating_remainder(body, instruction);
  Value *divisor = body.operand(instruction, 1);
  llvm::Constant *zero = llvm::Constant::getNullValue(rest->getType());
  Value *differs =
      builder.CreateXor(builder.CreateFCmpOLT(rest, zero), builder.CreateFCmpOLT(divisor, zero));
  Value *corrects = builder.CreateAnd(differs, builder.CreateFCmpONE(rest, zero));
  Value *modulo = builder.CreateSelect(corrects, builder.CreateFAdd(rest, divisor), rest);
  return builder.CreateCopySign(modulo, divisor);
}

Value *vector_times_scalar(Body &body, const Instruction &instruction) {
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(floating_result(body, instruction));
  instruction.require(type != nullptr, "the result is no vector");
  Value *scalar = body.operand_of_type(instruction, 1, type->getElementType());
  return with_fast_math(
      body, instruction,
      body.builder.CreateFMul(body.operand_of_type(instruction, 0, type),
                              body.builder.CreateVectorSplat(type->getNumElements(), scalar)));
}

Value *dot(Body &body, const Instruction &instruction) {
  llvm::Type *type = floating_result(body, instruction);
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(body.operand_type(instruction, 0).type);
  instruction.require(vector != nullptr && vector->getElementType() == type,
                      "the operands are no vectors of components of the result type");
  body.operand_of_type(instruction, 1, vector);
  const BuiltinArgument arguments[] = {builtin_argument(body, instruction, 0, true),
                                       builtin_argument(body, instruction, 1, true)};
  return call_builtin(body, instruction, "dot", type, arguments);
}

/// The member type of a result that is a structure of two integers.
llvm::Type *half_of_pair(Body &body, const Instruction &instruction) {
  auto *type = llvm::dyn_cast<llvm::StructType>(body.result_type(instruction).type);
  instruction.require(type != nullptr && type->getNumElements() == 2 &&
                          type->getElementType(0) == type->getElementType(1) &&
                          is_integer(type->getElementType(0)),
                      "the result is no structure of two integers of the same type");
  return type->getElementType(0);
}

Value *pair(Body &body, const Instruction &instruction, Value *first, Value *second) {
  Value *result = llvm::PoisonValue::get(body.result_type(instruction).type);
  result = body.builder.CreateInsertValue(result, first, 0);
  return body.builder.CreateInsertValue(result, second, 1);
}

Value *add_with_carry(Body &body, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = body.builder;
  llvm::Type *type = half_of_pair(body, instruction);
  Value *left = body.operand_of_type(instruction, 0, type);
  Value *sum = builder.CreateAdd(left, body.operand_of_type(instruction, 1, type));
  return pair(body, instruction, sum, builder.CreateZExt(builder.CreateICmpULT(sum, left), type));
}

Value *subtract_with_borrow(Body &body, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = body.builder;
  llvm::Type *type = half_of_pair(body, instruction);
  Value *left = body.operand_of_type(instruction, 0, type);
  Value *right = body.operand_of_type(instruction, 1, type);
  return pair(body, instruction, builder.CreateSub(left, right),
              builder.CreateZExt(builder.CreateICmpULT(left, right), type));
}

Value *multiply_extended(Body &body, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = body.builder;
  llvm::Type *type = half_of_pair(body, instruction);
  llvm::Type *wide = type->getExtendedType();
  const bool is_signed = instruction.opcode == Op::SMulExtended;
  const auto extend = [&](size_t index) {
    return builder.CreateIntCast(body.operand_of_type(instruction, index, type), wide, is_signed);
  };
  Value *product = builder.CreateMul(extend(0), extend(1));
  Value *high = builder.CreateLShr(product, type->getScalarSizeInBits());
  return pair(body, instruction, builder.CreateTrunc(product, type),
              builder.CreateTrunc(high, type));
}

constexpr TranslatedOpcode arithmetic_table[] = {
    {Op::IAdd, integer_binary},
    {Op::ISub, integer_binary},
    {Op::IMul, integer_binary},
    {Op::UDiv, integer_binary},
    {Op::SDiv, integer_binary},
    {Op::UMod, integer_binary},
    {Op::SRem, integer_binary},
    {Op::SMod, signed_modulo},
    {Op::FAdd, floating_binary},
    {Op::FSub, floating_binary},
    {Op::FMul, floating_binary},
    {Op::FDiv, floating_binary},
    {Op::FRem, floating_remainder},
    {Op::FMod, floating_modulo},
    {Op::SNegate, negate_integer},
    {Op::FNegate, negate_floating},
    {Op::VectorTimesScalar, vector_times_scalar},
    {Op::Dot, dot},
    {Op::IAddCarry, add_with_carry},
    {Op::ISubBorrow, subtract_with_borrow},
    {Op::UMulExtended, multiply_extended},
    {Op::SMulExtended, multiply_extended},
};

}  // namespace

std::span<const TranslatedOpcode> arithmetic_instructions() {
  return arithmetic_table;
}

}  // namespace mux::compiler::spirv
