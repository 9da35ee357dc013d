// Comparisons, classification of floating-point numbers, and operations on booleans.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::CmpInst;
using llvm::Value;

struct Comparison {
  Op opcode;
  CmpInst::Predicate predicate;
};

constexpr Comparison integer_comparisons[] = {
    {Op::IEqual, CmpInst::ICMP_EQ},
    {Op::INotEqual, CmpInst::ICMP_NE},
    {Op::UGreaterThan, CmpInst::ICMP_UGT},
    {Op::SGreaterThan, CmpInst::ICMP_SGT},
    {Op::UGreaterThanEqual, CmpInst::ICMP_UGE},
    {Op::SGreaterThanEqual, CmpInst::ICMP_SGE},
    {Op::ULessThan, CmpInst::ICMP_ULT},
    {Op::SLessThan, CmpInst::ICMP_SLT},
    {Op::ULessThanEqual, CmpInst::ICMP_ULE},
    {Op::SLessThanEqual, CmpInst::ICMP_SLE},
    {Op::LogicalEqual, CmpInst::ICMP_EQ},
    {Op::LogicalNotEqual, CmpInst::ICMP_NE},
    {Op::PtrEqual, CmpInst::ICMP_EQ},
    {Op::PtrNotEqual, CmpInst::ICMP_NE},
};

constexpr Comparison floating_comparisons[] = {
    {Op::FOrdEqual, CmpInst::FCMP_OEQ},
    {Op::FUnordEqual, CmpInst::FCMP_UEQ},
    {Op::FOrdNotEqual, CmpInst::FCMP_ONE},
    {Op::FUnordNotEqual, CmpInst::FCMP_UNE},
    {Op::FOrdLessThan, CmpInst::FCMP_OLT},
    {Op::FUnordLessThan, CmpInst::FCMP_ULT},
    {Op::FOrdGreaterThan, CmpInst::FCMP_OGT},
    {Op::FUnordGreaterThan, CmpInst::FCMP_UGT},
    {Op::FOrdLessThanEqual, CmpInst::FCMP_OLE},
    {Op::FUnordLessThanEqual, CmpInst::FCMP_ULE},
    {Op::FOrdGreaterThanEqual, CmpInst::FCMP_OGE},
    {Op::FUnordGreaterThanEqual, CmpInst::FCMP_UGE},
    {Op::LessOrGreater, CmpInst::FCMP_ONE},
    {Op::Ordered, CmpInst::FCMP_ORD},
    {Op::Unordered, CmpInst::FCMP_UNO},
};

template <size_t Count>
CmpInst::Predicate predicate_of(const Comparison (&comparisons)[Count], Op opcode) {
  for (const Comparison &comparison : comparisons) {
    if (comparison.opcode == opcode) {
      return comparison.predicate;
    }
  }
  return CmpInst::BAD_ICMP_PREDICATE;
}

Value *compare_integers(Body &body, const Instruction &instruction) {
  Value *left = body.operand(instruction, 0);
  llvm::Type *type = left->getType();
  instruction.require(type->isIntOrIntVectorTy() || type->isPointerTy(),
                      "the operands are no integers");
  Value *right = body.operand(instruction, 1);
  // Pointers to different address spaces that may overlap are compared as integers.
  if (type->isPointerTy() && right->getType()->isPointerTy()) {
    right = body.builder.CreatePtrToInt(right, body.builder.getInt64Ty());
    left = body.builder.CreatePtrToInt(left, body.builder.getInt64Ty());
  }
  instruction.require(left->getType() == right->getType(), "the operands differ in type");
  return body.builder.CreateICmp(predicate_of(integer_comparisons, instruction.opcode), left,
                                 right);
}

Value *compare_floats(Body &body, const Instruction &instruction) {
  Value *left = body.operand(instruction, 0);
  instruction.require(left->getType()->isFPOrFPVectorTy(),
                      "the operands are no floating-point numbers");
  return body.builder.CreateFCmp(predicate_of(floating_comparisons, instruction.opcode), left,
                                 body.operand_of_type(instruction, 1, left->getType()));
}

llvm::FPClassTest class_of(Op opcode) {
  switch (opcode) {
    case Op::IsNan:
      return llvm::fcNan;
    case Op::IsInf:
      return llvm::fcInf;
    case Op::IsFinite:
      return llvm::fcFinite;
    default:
      return llvm::fcNormal;
  }
}

Value *test_class(Body &body, const Instruction &instruction) {
  Value *value = body.operand(instruction, 0);
  instruction.require(value->getType()->isFPOrFPVectorTy(),
                      "the operand is no floating-point number");
  return body.builder.createIsFPClass(value, class_of(instruction.opcode));
}

Value *test_sign_bit(Body &body, const Instruction &instruction) {
  Value *value = body.operand(instruction, 0);
  llvm::Type *type = value->getType();
  instruction.require(type->isFPOrFPVectorTy(), "the operand is no floating-point number");
  llvm::Type *bits = type->getWithNewType(body.builder.getIntNTy(type->getScalarSizeInBits()));
  return body.builder.CreateICmpSLT(body.builder.CreateBitCast(value, bits),
                                    llvm::Constant::getNullValue(bits));
}

llvm::Type *truth_result(Body &body, const Instruction &instruction) {
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(type->isIntOrIntVectorTy(1), "the result is no boolean");
  return type;
}

Value *combine_booleans(Body &body, const Instruction &instruction) {
  llvm::Type *type = truth_result(body, instruction);
  Value *left = body.operand_of_type(instruction, 0, type);
  Value *right = body.operand_of_type(instruction, 1, type);
  return instruction.opcode == Op::LogicalAnd ? body.builder.CreateAnd(left, right)
                                              : body.builder.CreateOr(left, right);
}

Value *invert_truth(Body &body, const Instruction &instruction) {
  llvm::Type *type = truth_result(body, instruction);
  return body.builder.CreateNot(body.operand_of_type(instruction, 0, type));
}

Value *reduce_truths(Body &body, const Instruction &instruction) {
  Value *truths = body.operand(instruction, 0);
  instruction.require(truths->getType()->isVectorTy() && truths->getType()->isIntOrIntVectorTy(1),
                      "the operand is no vector of booleans");
  return instruction.opcode == Op::Any ? body.builder.CreateOrReduce(truths)
                                       : body.builder.CreateAndReduce(truths);
}

Value *select(Body &body, const Instruction &instruction) {
  const Type &type = body.result_type(instruction);
  instruction.require(type.is_sized, "the result type is unsized");
  Value *condition = body.operand(instruction, 0);
  const auto *truths = llvm::dyn_cast<llvm::FixedVectorType>(condition->getType());
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type.type);
  instruction.require(
      condition->getType()->isIntOrIntVectorTy(1) &&
          (truths == nullptr ||
           (vector != nullptr && vector->getNumElements() == truths->getNumElements())),
      "the condition is no boolean, or has another number of components than the objects");
  return body.builder.CreateSelect(condition, body.operand_of_type(instruction, 1, type.type),
                                   body.operand_of_type(instruction, 2, type.type));
}

constexpr TranslatedOpcode comparisons_table[] = {
    {Op::IEqual, compare_integers},
    {Op::INotEqual, compare_integers},
    {Op::UGreaterThan, compare_integers},
    {Op::SGreaterThan, compare_integers},
    {Op::UGreaterThanEqual, compare_integers},
    {Op::SGreaterThanEqual, compare_integers},
    {Op::ULessThan, compare_integers},
    {Op::SLessThan, compare_integers},
    {Op::ULessThanEqual, compare_integers},
    {Op::SLessThanEqual, compare_integers},
    {Op::LogicalEqual, compare_integers},
    {Op::LogicalNotEqual, compare_integers},
    {Op::PtrEqual, compare_integers},
    {Op::PtrNotEqual, compare_integers},
    {Op::FOrdEqual, compare_floats},
    {Op::FUnordEqual, compare_floats},
    {Op::FOrdNotEqual, compare_floats},
    {Op::FUnordNotEqual, compare_floats},
    {Op::FOrdLessThan, compare_floats},
    {Op::FUnordLessThan, compare_floats},
    {Op::FOrdGreaterThan, compare_floats},
    {Op::FUnordGreaterThan, compare_floats},
    {Op::FOrdLessThanEqual, compare_floats},
    {Op::FUnordLessThanEqual, compare_floats},
    {Op::FOrdGreaterThanEqual, compare_floats},
    {Op::FUnordGreaterThanEqual, compare_floats},
    {Op::LessOrGreater, compare_floats},
    {Op::Ordered, compare_floats},
    {Op::Unordered, compare_floats},
    {Op::IsNan, test_class},
    {Op::IsInf, test_class},
    {Op::IsFinite, test_class},
    {Op::IsNormal, test_class},
    {Op::SignBitSet, test_sign_bit},
    {Op::LogicalAnd, combine_booleans},
    {Op::LogicalOr, combine_booleans},
    {Op::LogicalNot, invert_truth},
    {Op::Any, reduce_truths},
    {Op::All, reduce_truths},
    {Op::Select, select},
};

}  // namespace

std::span<const TranslatedOpcode> comparison_instructions() {
  return comparisons_table;
}

}  // namespace mux::compiler::spirv
