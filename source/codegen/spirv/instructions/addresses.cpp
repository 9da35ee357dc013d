// Address computations: access chains.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

/// The type of the element that an index selects.
const Type &part_of(Body &body, const Instruction &instruction, const Type &type, size_t index) {
  if (!type.is(Op::TypeStruct)) {
    instruction.require(type.is_composite(), "there are more indices than nested types");
    return *type.elements[0];
  }
  const Type *member =
      type.element_at(body.context.integer(instruction.operands[index], instruction));
  instruction.require(member != nullptr, "the index of a structure member is out of range");
  return *member;
}

/// The value of an index. Structure members have constant 32-bit indices in LLVM.
Value *index_of(Body &body, const Instruction &instruction, const Type &type, size_t index) {
  Value *value = body.operand(instruction, index);
  instruction.require(value->getType()->isIntegerTy() && !value->getType()->isIntegerTy(1),
                      "an index is no integer");
  if (!type.is(Op::TypeStruct)) {
    return value;
  }
  return body.builder.getInt32(
      static_cast<uint32_t>(body.context.integer(instruction.operands[index], instruction)));
}

/// @param first_index the first operand that is an index into the pointee.
Value *access_chain(Body &body, const Instruction &instruction, size_t first_index,
                    bool in_bounds) {
  const Type *type = &body.pointee(instruction, 0);
  llvm::Type *base_type = type->type;
  llvm::SmallVector<Value *> indices;
  if (first_index == 2) {
    indices.push_back(body.operand(instruction, 1));
    instruction.require(
        indices[0]->getType()->isIntegerTy() && !indices[0]->getType()->isIntegerTy(1),
        "the element index is no integer");
  } else {
    indices.push_back(body.builder.getInt64(0));
  }
  for (size_t i = first_index; i < instruction.operands.size(); ++i) {
    indices.push_back(index_of(body, instruction, *type, i));
    type = &part_of(body, instruction, *type, i);
  }
  const Type &result = body.result_type(instruction);
  instruction.require(result.is(Op::TypePointer) && !result.elements.empty() &&
                          result.elements[0]->type == type->type,
                      "the result is no pointer to the selected element");
  return body.builder.CreateGEP(
      base_type, body.pointer(instruction, 0), indices, "",
      in_bounds ? llvm::GEPNoWrapFlags::inBounds() : llvm::GEPNoWrapFlags::none());
}

Value *access(Body &body, const Instruction &instruction) {
  return access_chain(body, instruction, 1, false);
}

Value *access_in_bounds(Body &body, const Instruction &instruction) {
  return access_chain(body, instruction, 1, true);
}

Value *access_pointer(Body &body, const Instruction &instruction) {
  return access_chain(body, instruction, 2, false);
}

Value *access_pointer_in_bounds(Body &body, const Instruction &instruction) {
  return access_chain(body, instruction, 2, true);
}

constexpr TranslatedOpcode addresses_table[] = {
    {Op::AccessChain, access},
    {Op::InBoundsAccessChain, access_in_bounds},
    {Op::PtrAccessChain, access_pointer},
    {Op::InBoundsPtrAccessChain, access_pointer_in_bounds},
};

}  // namespace

std::span<const TranslatedOpcode> address_instructions() {
  return addresses_table;
}

}  // namespace mux::compiler::spirv
