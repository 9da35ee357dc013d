// Conversions between numeric types, and between integers and pointers.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/rounding.h"
#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

/// Throws ModuleError unless both are scalars, or vectors of the same length.
void require_same_shape(const Instruction &instruction, llvm::Type *from, llvm::Type *to) {
  const auto *left = llvm::dyn_cast<llvm::FixedVectorType>(from);
  const auto *right = llvm::dyn_cast<llvm::FixedVectorType>(to);
  instruction.require((left == nullptr) == (right == nullptr) &&
                          (left == nullptr || left->getNumElements() == right->getNumElements()),
                      "the operand and the result differ in their number of components");
}

bool is_integer(llvm::Type *type) {
  return type->isIntOrIntVectorTy() && !type->isIntOrIntVectorTy(1);
}

/// The OpenCL C name of a type: "uchar4".
std::string type_name(llvm::Type *type, bool is_signed) {
  std::string name;
  llvm::Type *scalar = type->getScalarType();
  if (scalar->isIntegerTy()) {
    const unsigned width = scalar->getIntegerBitWidth();
    name = std::string(is_signed ? "" : "u") + (width == 8    ? "char"
                                                : width == 16 ? "short"
                                                : width == 32 ? "int"
                                                              : "long");
  } else {
    name = scalar->isHalfTy() ? "half" : scalar->isFloatTy() ? "float" : "double";
  }
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? name : name + std::to_string(vector->getNumElements());
}

const char *asked_rounding(const Instruction &instruction, const Module &source) {
  const DecorationOfId *rounding =
      source.decoration(instruction.result, Decoration::FPRoundingMode);
  if (rounding == nullptr) {
    return "";
  }
  return rounding_suffix(static_cast<FPRoundingMode>(rounding->parameters[0]));
}

/// Calls convert_<type> if the module requires saturation or a rounding mode.
/// @return NULL if it does not.
Value *convert_with_decorations(Body &body, const Instruction &instruction, bool from_signed,
                                bool to_signed) {
  const Module &source = body.context.source;
  const bool saturates =
      source.decoration(instruction.result, Decoration::SaturatedConversion) != nullptr ||
      instruction.opcode == Op::SatConvertSToU || instruction.opcode == Op::SatConvertUToS;
  const std::string rounding = asked_rounding(instruction, source);
  if (!saturates && rounding.empty()) {
    return nullptr;
  }
  llvm::Type *type = body.result_type(instruction).type;
  const BuiltinArgument argument = builtin_argument(body, instruction, 0, from_signed);
  return call_builtin(body, instruction,
                      "convert_" + type_name(type, to_signed) +
                          (saturates && is_integer(type) ? "_sat" : "") + rounding,
                      type, {&argument, 1});
}

Value *float_to_integer(Body &body, const Instruction &instruction) {
  Value *value = body.operand(instruction, 0);
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(value->getType()->isFPOrFPVectorTy() && is_integer(type),
                      "does not convert floating-point numbers to integers");
  require_same_shape(instruction, value->getType(), type);
  const bool is_signed = instruction.opcode == Op::ConvertFToS;
  if (Value *converted = convert_with_decorations(body, instruction, true, is_signed)) {
    return converted;
  }
  return is_signed ? body.builder.CreateFPToSI(value, type)
                   : body.builder.CreateFPToUI(value, type);
}

Value *integer_to_float(Body &body, const Instruction &instruction) {
  Value *value = body.operand(instruction, 0);
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(is_integer(value->getType()) && type->isFPOrFPVectorTy(),
                      "does not convert integers to floating-point numbers");
  require_same_shape(instruction, value->getType(), type);
  const bool is_signed = instruction.opcode == Op::ConvertSToF;
  if (Value *converted = convert_with_decorations(body, instruction, is_signed, true)) {
    return converted;
  }
  return is_signed ? body.builder.CreateSIToFP(value, type)
                   : body.builder.CreateUIToFP(value, type);
}

Value *integer_to_integer(Body &body, const Instruction &instruction) {
  Value *value = body.operand(instruction, 0);
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(is_integer(value->getType()) && is_integer(type),
                      "does not convert integers");
  require_same_shape(instruction, value->getType(), type);
  const bool from_signed =
      instruction.opcode == Op::SConvert || instruction.opcode == Op::SatConvertSToU;
  const bool to_signed =
      instruction.opcode == Op::SConvert || instruction.opcode == Op::SatConvertUToS;
  if (Value *converted = convert_with_decorations(body, instruction, from_signed, to_signed)) {
    return converted;
  }
  return body.builder.CreateIntCast(value, type, from_signed);
}

Value *float_to_float(Body &body, const Instruction &instruction) {
  Value *value = body.operand(instruction, 0);
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(value->getType()->isFPOrFPVectorTy() && type->isFPOrFPVectorTy(),
                      "does not convert floating-point numbers");
  require_same_shape(instruction, value->getType(), type);
  if (Value *converted = convert_with_decorations(body, instruction, true, true)) {
    return converted;
  }
  return body.builder.CreateFPCast(value, type);
}

Value *pointer_to_integer(Body &body, const Instruction &instruction) {
  Value *value = body.operand(instruction, 0);
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(value->getType()->isPointerTy() && type->isIntegerTy(),
                      "does not convert a pointer to an integer");
  return body.builder.CreatePtrToInt(value, type);
}

Value *integer_to_pointer(Body &body, const Instruction &instruction) {
  Value *value = body.operand(instruction, 0);
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(value->getType()->isIntegerTy() && type->isPointerTy(),
                      "does not convert an integer to a pointer");
  return body.builder.CreateIntToPtr(value, type);
}

/// Casts to and from the generic address space.
Value *cast_address_space(Body &body, const Instruction &instruction) {
  Value *value = body.operand(instruction, 0);
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(value->getType()->isPointerTy() && type->isPointerTy(),
                      "does not convert a pointer to a pointer");
  return body.builder.CreateAddrSpaceCast(value, type);
}

Value *cast_address_space_explicitly(Body &body, const Instruction &instruction) {
  Value *value = body.operand(instruction, 0);
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(value->getType()->isPointerTy() && type->isPointerTy(),
                      "does not convert a pointer to a pointer");
  switch (static_cast<StorageClass>(instruction.operands[1])) {
    case StorageClass::CrossWorkgroup:
      return call_function(body, instruction, "__to_global", type, value, BuiltinEffect::none);
    case StorageClass::Workgroup:
      return call_function(body, instruction, "__to_local", type, value, BuiltinEffect::none);
    case StorageClass::Function:
      return call_function(body, instruction, "__to_private", type, value, BuiltinEffect::none);
    default:
      instruction.refuse("the storage class is not part of the generic address space");
  }
}

Value *bitcast(Body &body, const Instruction &instruction) {
  Value *value = body.operand(instruction, 0);
  llvm::Type *from = value->getType();
  llvm::Type *type = body.result_type(instruction).type;
  if (from == type) {
    return value;
  }
  if (from->isPointerTy() && type->isIntegerTy(64)) {
    return body.builder.CreatePtrToInt(value, type);
  }
  if (from->isIntegerTy(64) && type->isPointerTy()) {
    return body.builder.CreateIntToPtr(value, type);
  }
  instruction.require(llvm::CastInst::castIsValid(llvm::Instruction::BitCast, from, type) &&
                          !from->isTargetExtTy() && !type->isTargetExtTy(),
                      "the operand and the result differ in size");
  return body.builder.CreateBitCast(value, type);
}

constexpr TranslatedOpcode conversions_table[] = {
    {Op::ConvertFToU, float_to_integer},
    {Op::ConvertFToS, float_to_integer},
    {Op::ConvertSToF, integer_to_float},
    {Op::ConvertUToF, integer_to_float},
    {Op::UConvert, integer_to_integer},
    {Op::SConvert, integer_to_integer},
    {Op::SatConvertSToU, integer_to_integer},
    {Op::SatConvertUToS, integer_to_integer},
    {Op::FConvert, float_to_float},
    {Op::ConvertPtrToU, pointer_to_integer},
    {Op::ConvertUToPtr, integer_to_pointer},
    {Op::PtrCastToGeneric, cast_address_space},
    {Op::GenericCastToPtr, cast_address_space},
    {Op::GenericCastToPtrExplicit, cast_address_space_explicitly},
    {Op::Bitcast, bitcast},
};

}  // namespace

std::span<const TranslatedOpcode> conversion_instructions() {
  return conversions_table;
}

}  // namespace mux::compiler::spirv
