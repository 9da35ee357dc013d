// Dot products of integer vectors, or of four bytes packed into a word.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

/// Signedness of the operands, and whether the sum is accumulated with saturation.
struct Kind {
  Op opcode;
  bool first_is_signed;
  bool second_is_signed;
  bool accumulates;
};

constexpr Kind kinds[] = {
    {Op::SDot, true, true, false},        {Op::UDot, false, false, false},
    {Op::SUDot, true, false, false},      {Op::SDotAccSat, true, true, true},
    {Op::UDotAccSat, false, false, true}, {Op::SUDotAccSat, true, false, true},
};

const Kind &kind_of(Op opcode) {
  for (const Kind &kind : kinds) {
    if (kind.opcode == opcode) {
      return kind;
    }
  }
  return kinds[0];
}

/// The components, extended to the result's width.
Value *components(Body &body, const Instruction &instruction, size_t index, bool is_packed,
                  bool is_signed) {
  Value *value = body.operand(instruction, index);
  if (is_packed) {
    instruction.require(value->getType()->isIntegerTy(32), "the operand is no packed word");
    value =
        body.builder.CreateBitCast(value, llvm::FixedVectorType::get(body.builder.getInt8Ty(), 4));
  }
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(
      value->getType()->isVectorTy() && value->getType()->isIntOrIntVectorTy() &&
          type->isIntegerTy() &&
          value->getType()->getScalarSizeInBits() <= type->getIntegerBitWidth(),
      "the operands are no integer vectors, or their components are wider than the result");
  return body.builder.CreateIntCast(value, value->getType()->getWithNewType(type), is_signed);
}

Value *dot(Body &body, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = body.builder;
  const Kind &kind = kind_of(instruction.opcode);
  const bool is_packed = instruction.operands.size() > (kind.accumulates ? 3 : 2);
  Value *left = components(body, instruction, 0, is_packed, kind.first_is_signed);
  Value *right = components(body, instruction, 1, is_packed, kind.second_is_signed);
  instruction.require(left->getType() == right->getType(), "the operands differ in length");
  Value *sum = builder.CreateAddReduce(builder.CreateMul(left, right));
  if (!kind.accumulates) {
    return sum;
  }
  return builder.CreateBinaryIntrinsic(
      kind.first_is_signed ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::uadd_sat, sum,
      body.operand_of_type(instruction, 2, sum->getType()));
}

constexpr TranslatedOpcode dot_products_table[] = {
    {Op::SDot, dot},       {Op::UDot, dot},       {Op::SUDot, dot},
    {Op::SDotAccSat, dot}, {Op::UDotAccSat, dot}, {Op::SUDotAccSat, dot},
};

}  // namespace

std::span<const TranslatedOpcode> dot_product_instructions() {
  return dot_products_table;
}

}  // namespace mux::compiler::spirv
