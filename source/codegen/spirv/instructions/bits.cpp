// Shifts, bitwise logic, and bit counts.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

llvm::Type *integer_result(Body &body, const Instruction &instruction) {
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(type->isIntOrIntVectorTy() && !type->isIntOrIntVectorTy(1),
                      "the result type is no integer type");
  return type;
}

/// A shift amount or bit count, converted to the width of the shifted value.
Value *amount(Body &body, const Instruction &instruction, size_t index, llvm::Type *type) {
  Value *value = body.operand(instruction, index);
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const auto *own = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  instruction.require(value->getType()->isIntOrIntVectorTy() &&
                          (vector == nullptr) == (own == nullptr) &&
                          (vector == nullptr || vector->getNumElements() == own->getNumElements()),
                      "the shift has another number of components than the base");
  return body.builder.CreateZExtOrTrunc(value, type);
}

Value *shift(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_result(body, instruction);
  Value *base = body.operand_of_type(instruction, 0, type);
  Value *by = amount(body, instruction, 1, type);
  switch (instruction.opcode) {
    case Op::ShiftLeftLogical:
      return body.builder.CreateShl(base, by);
    case Op::ShiftRightLogical:
      return body.builder.CreateLShr(base, by);
    default:
      return body.builder.CreateAShr(base, by);
  }
}

Value *bitwise(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_result(body, instruction);
  Value *left = body.operand_of_type(instruction, 0, type);
  Value *right = body.operand_of_type(instruction, 1, type);
  switch (instruction.opcode) {
    case Op::BitwiseOr:
      return body.builder.CreateOr(left, right);
    case Op::BitwiseXor:
      return body.builder.CreateXor(left, right);
    default:
      return body.builder.CreateAnd(left, right);
  }
}

Value *complement(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_result(body, instruction);
  return body.builder.CreateNot(body.operand_of_type(instruction, 0, type));
}

Value *count_bits(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_result(body, instruction);
  Value *value = body.operand(instruction, 0);
  amount(body, instruction, 0, type);
  return body.builder.CreateZExtOrTrunc(
      body.builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, value), type);
}

Value *reverse_bits(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_result(body, instruction);
  return body.builder.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse,
                                           body.operand_of_type(instruction, 0, type));
}

/// A bit offset or bit count as an argument of an OpenCL C function.
BuiltinArgument bit_position(Body &body, const Instruction &instruction, size_t index) {
  Value *value = body.operand(instruction, index);
  instruction.require(value->getType()->isIntegerTy(), "a bit offset or count is no integer");
  return uint32_argument(body.builder.CreateZExtOrTrunc(value, body.builder.getInt32Ty()));
}

Value *insert_bits(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_result(body, instruction);
  body.operand_of_type(instruction, 0, type);
  body.operand_of_type(instruction, 1, type);
  const BuiltinArgument arguments[] = {
      builtin_argument(body, instruction, 0, false), builtin_argument(body, instruction, 1, false),
      bit_position(body, instruction, 2), bit_position(body, instruction, 3)};
  return call_builtin(body, instruction, "bitfield_insert", type, arguments);
}

Value *extract_bits(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_result(body, instruction);
  body.operand_of_type(instruction, 0, type);
  const bool is_signed = instruction.opcode == Op::BitFieldSExtract;
  const BuiltinArgument arguments[] = {builtin_argument(body, instruction, 0, is_signed),
                                       bit_position(body, instruction, 1),
                                       bit_position(body, instruction, 2)};
  return call_builtin(body, instruction,
                      is_signed ? "bitfield_extract_signed" : "bitfield_extract_unsigned", type,
                      arguments);
}

constexpr TranslatedOpcode bits_table[] = {
    {Op::ShiftLeftLogical, shift},
    {Op::ShiftRightLogical, shift},
    {Op::ShiftRightArithmetic, shift},
    {Op::BitwiseAnd, bitwise},
    {Op::BitwiseOr, bitwise},
    {Op::BitwiseXor, bitwise},
    {Op::Not, complement},
    {Op::BitCount, count_bits},
    {Op::BitReverse, reverse_bits},
    {Op::BitFieldInsert, insert_bits},
    {Op::BitFieldSExtract, extract_bits},
    {Op::BitFieldUExtract, extract_bits},
};

}  // namespace

std::span<const TranslatedOpcode> bit_instructions() {
  return bits_table;
}

}  // namespace mux::compiler::spirv
