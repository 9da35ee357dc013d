#include "codegen/spirv/translate/constants.h"

#include <llvm/IR/Constants.h>

#include <cstring>
#include <optional>

#include "codegen/ir/program_constants.h"
#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Constant;

std::optional<uint32_t> specialization_id(const Module &module, const Instruction &instruction) {
  const DecorationOfId *id = module.decoration(instruction.result, Decoration::SpecId);
  return id == nullptr ? std::nullopt : std::optional(id->parameters[0]);
}

uint64_t literal_of(const Instruction &instruction) {
  const auto words = instruction.operands;
  return words.size() > 1 ? words[0] | static_cast<uint64_t>(words[1]) << 32 : uint64_t{words[0]};
}

/// The constant's specialized value, or its default in the module.
/// @param size in bytes.
uint64_t specialized(const Context &context, const Instruction &instruction, size_t size,
                     uint64_t in_module) {
  const std::optional<uint32_t> id = specialization_id(context.source, instruction);
  if (!id) {
    return in_module;
  }
  for (const SpecializationValue &value : context.specialization) {
    if (value.id != *id) {
      continue;
    }
    if (value.bytes.size() != size) {
      instruction.refuse("the specialization constant " + std::to_string(*id) + " has " +
                         std::to_string(size) + " bytes, and the value for it " +
                         std::to_string(value.bytes.size()));
    }
    uint64_t bits = 0;
    std::memcpy(&bits, value.bytes.data(), size);
    return bits;
  }
  return in_module;
}

Constant *number(const Context &context, const Instruction &instruction) {
  const Type &type = context.types.get(instruction.type, instruction);
  instruction.require(type.is(Op::TypeInt) || type.is(Op::TypeFloat),
                      "the type is no numeric type");
  const unsigned width = type.type->getScalarSizeInBits();
  instruction.require(instruction.operands.size() == (width > 32 ? 2 : 1),
                      "the literal is not as wide as the type");
  uint64_t bits = literal_of(instruction);
  if (instruction.opcode == Op::SpecConstant) {
    bits = specialized(context, instruction, width / 8, bits);
  }
  const llvm::APInt integer = llvm::APInt(64, bits).zextOrTrunc(width);
  if (type.is(Op::TypeInt)) {
    return llvm::ConstantInt::get(type.type, integer);
  }
  return llvm::ConstantFP::get(type.type, llvm::APFloat(type.type->getFltSemantics(), integer));
}

Constant *truth(const Context &context, const Instruction &instruction) {
  const Type &type = context.types.get(instruction.type, instruction);
  instruction.require(type.is(Op::TypeBool), "the type is not that of truth values");
  bool value = instruction.opcode == Op::ConstantTrue || instruction.opcode == Op::SpecConstantTrue;
  if (instruction.opcode == Op::SpecConstantTrue || instruction.opcode == Op::SpecConstantFalse) {
    value = (specialized(context, instruction, 1, value ? 1 : 0) & 0xff) != 0;
  }
  return llvm::ConstantInt::get(type.type, value ? 1 : 0);
}

/// The constants of a composite. Adds the open ones to `open`.
llvm::SmallVector<Constant *> parts_of(const Context &context, const Instruction &instruction,
                                       const Type &type, std::set<uint32_t> &open) {
  llvm::SmallVector<Constant *> parts;
  for (size_t i = 0; i < instruction.operands.size(); ++i) {
    const uint32_t id = instruction.operands[i];
    Constant *part = context.default_of(id, instruction);
    instruction.require(part->getType() == type.element_at(i)->type,
                        "a constituent is of another type");
    parts.push_back(part);
    if (context.is_open(id)) {
      open.insert(id);
    }
  }
  return parts;
}

Constant *composite(const Context &context, const Instruction &instruction,
                    std::set<uint32_t> &open) {
  const Type &type = context.types.get(instruction.type, instruction);
  instruction.require(
      type.is_composite() && type.is_sized && type.count == instruction.operands.size(),
      "there are not as many constituents as the type has");
  const llvm::SmallVector<Constant *> parts = parts_of(context, instruction, type, open);
  if (type.is(Op::TypeVector)) {
    return llvm::ConstantVector::get(parts);
  }
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type.type)) {
    return llvm::ConstantArray::get(array, parts);
  }
  return llvm::ConstantStruct::get(llvm::cast<llvm::StructType>(type.type), parts);
}

Constant *null(const Context &context, const Instruction &instruction) {
  const Type &type = context.types.get(instruction.type, instruction);
  instruction.require(type.is_sized, "the type has no size");
  if (auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type.type)) {
    instruction.require(opaque->hasProperty(llvm::TargetExtType::HasZeroInit),
                        "the type has no value that is nothing");
  }
  return Constant::getNullValue(type.type);
}

/// The sampler as the integer that Clang emits for OpenCL C.
uint32_t sampler(const Instruction &instruction) {
  constexpr uint32_t normalized = 1;
  constexpr uint32_t nearest = 0x10;
  constexpr uint32_t linear = 0x20;
  const uint32_t addressing = instruction.operands[0] << 1;
  return addressing | (instruction.operands[1] != 0 ? normalized : 0) |
         (instruction.operands[2] == static_cast<uint32_t>(SamplerFilterMode::Linear) ? linear
                                                                                      : nearest);
}

/// Translates OpSpecConstantOp as in a function.
llvm::Value *translate_operation(Body &body, const Instruction &instruction) {
  const uint32_t opcode = instruction.operands[0];
  Instruction inner = instruction;
  inner.opcode = static_cast<Op>(opcode);
  inner.operands = instruction.operands.subspan(1);
  const InstructionGrammar *grammar = find_instruction(opcode);
  const Translate translate =
      grammar == nullptr ? nullptr : find_constant_translation(inner.opcode);
  if (translate == nullptr) {
    instruction.refuse("the operation " + instruction_name(opcode) + " is not supported");
  }
  check_operands(body.context.source.words(), instruction, *grammar, inner.operands);
  return translate(body, inner);
}

/// The value of OpSpecConstantOp, which the builder folds.
Constant *operation(Body &folding, const Instruction &instruction) {
  auto *constant = llvm::dyn_cast_or_null<Constant>(translate_operation(folding, instruction));
  if (constant == nullptr ||
      constant->getType() != folding.context.types.get(instruction.type, instruction).type) {
    instruction.refuse("the operation " + instruction_name(instruction.operands[0]) +
                       " gives no constant of the type");
  }
  return constant;
}

/// Opens a specialization constant with a number. A Boolean is a byte, as in OpenCL C.
void open(Context &context, const Instruction &instruction, Constant &value) {
  const std::optional<uint32_t> id = specialization_id(context.source, instruction);
  if (!id || !context.opens_constants) {
    return;
  }
  Constant *in_memory = value.getType()->isIntegerTy(1)
                            ? llvm::ConstantInt::get(llvm::Type::getInt8Ty(value.getContext()),
                                                     value.isZeroValue() ? 0 : 1)
                            : &value;
  llvm::GlobalVariable *variable = add_specialization_constant(context.target, *id, *in_memory);
  if (variable == nullptr) {
    instruction.refuse("the number " + std::to_string(*id) +
                       " is that of another specialization constant");
  }
  context.open_constants[instruction.result] = variable;
}

}  // namespace

bool translate_constant(Body &folding, const Instruction &instruction) {
  Context &context = folding.context;
  Constant *value = nullptr;
  std::set<uint32_t> open_operands;
  switch (instruction.opcode) {
    case Op::Constant:
      value = number(context, instruction);
      break;
    case Op::SpecConstant:
      value = number(context, instruction);
      open(context, instruction, *value);
      break;
    case Op::ConstantTrue:
    case Op::ConstantFalse:
      value = truth(context, instruction);
      break;
    case Op::SpecConstantTrue:
    case Op::SpecConstantFalse:
      value = truth(context, instruction);
      open(context, instruction, *value);
      break;
    case Op::ConstantComposite:
    case Op::SpecConstantComposite:
      value = composite(context, instruction, open_operands);
      break;
    case Op::ConstantNull:
      value = null(context, instruction);
      break;
    case Op::ConstantSampler:
      instruction.require(context.types.get(instruction.type, instruction).is(Op::TypeSampler),
                          "the type is not that of samplers");
      context.samplers[instruction.result] = sampler(instruction);
      return true;
    case Op::SpecConstantOp:
      folding.open_operands.clear();
      value = operation(folding, instruction);
      open_operands = folding.open_operands;
      break;
    case Op::Undef: {
      const Type &type = context.types.get(instruction.type, instruction);
      instruction.require(type.is_sized, "the type has no size");
      value = llvm::UndefValue::get(type.type);
      break;
    }
    default:
      return false;
  }
  context.set(instruction.result, value);
  if (!open_operands.empty()) {
    context.open_operations[instruction.result] = std::move(open_operands);
  }
  return true;
}

llvm::Value *emit_open_operation(Body &body, const Instruction &operation) {
  if (operation.opcode == Op::SpecConstantOp) {
    return translate_operation(body, operation);
  }
  llvm::Value *composite = body.context.default_of(operation.result, operation);
  for (unsigned i = 0; i < operation.operands.size(); ++i) {
    if (!body.context.is_open(operation.operands[i])) {
      continue;
    }
    llvm::Value *part = body.operand(operation, i);
    composite = composite->getType()->isVectorTy()
                    ? body.builder.CreateInsertElement(composite, part, i)
                    : body.builder.CreateInsertValue(composite, part, i);
  }
  return composite;
}

std::vector<SpecializationConstant> specialization_constants(const Module &module) {
  std::vector<SpecializationConstant> constants;
  for (const Instruction &instruction : module.declarations()) {
    const std::optional<uint32_t> id = specialization_id(module, instruction);
    if (!id) {
      continue;
    }
    if (instruction.opcode == Op::SpecConstantTrue || instruction.opcode == Op::SpecConstantFalse) {
      constants.push_back({*id, 1, instruction.opcode == Op::SpecConstantTrue ? 1u : 0u});
    } else if (instruction.opcode == Op::SpecConstant) {
      const Instruction *type = module.definition(instruction.type);
      if (type == nullptr || (type->opcode != Op::TypeInt && type->opcode != Op::TypeFloat)) {
        instruction.refuse("the type is no numeric type");
      }
      constants.push_back({*id, type->operands[0] / 8, literal_of(instruction)});
    }
  }
  return constants;
}

}  // namespace mux::compiler::spirv
