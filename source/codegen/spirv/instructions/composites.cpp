// Construction of vectors, arrays and structures, and access to their elements.

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

llvm::FixedVectorType *vector_of(const Instruction &instruction, llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  instruction.require(vector != nullptr, "an operand or the result is no vector");
  return vector;
}

Value *extract_dynamic(Body &body, const Instruction &instruction) {
  Value *vector = body.operand(instruction, 0);
  vector_of(instruction, vector->getType());
  Value *index = body.operand(instruction, 1);
  instruction.require(index->getType()->isIntegerTy(), "the index is no integer");
  return body.builder.CreateExtractElement(vector, index);
}

Value *insert_dynamic(Body &body, const Instruction &instruction) {
  auto *type = vector_of(instruction, body.result_type(instruction).type);
  Value *index = body.operand(instruction, 2);
  instruction.require(index->getType()->isIntegerTy(), "the index is no integer");
  return body.builder.CreateInsertElement(
      body.operand_of_type(instruction, 0, type),
      body.operand_of_type(instruction, 1, type->getElementType()), index);
}

/// Extends a vector to `length` with poison.
Value *widened(Body &body, Value *vector, unsigned length) {
  llvm::SmallVector<int> mask;
  const auto own =
      static_cast<int>(llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements());
  for (int i = 0; i < static_cast<int>(length); ++i) {
    mask.push_back(i < own ? i : llvm::PoisonMaskElem);
  }
  return body.builder.CreateShuffleVector(vector, mask);
}

Value *shuffle(Body &body, const Instruction &instruction) {
  constexpr uint32_t undefined = 0xffffffff;
  Value *first = body.operand(instruction, 0);
  Value *second = body.operand(instruction, 1);
  const auto *left = vector_of(instruction, first->getType());
  const auto *right = vector_of(instruction, second->getType());
  instruction.require(left->getElementType() == right->getElementType(),
                      "the vectors differ in component type");
  const unsigned length = std::max(left->getNumElements(), right->getNumElements());
  llvm::SmallVector<int> mask;
  for (const uint32_t component : instruction.operands.subspan(2)) {
    instruction.require(
        component == undefined || component < left->getNumElements() + right->getNumElements(),
        "a component is out of range");
    if (component == undefined) {
      mask.push_back(llvm::PoisonMaskElem);
    } else if (component < left->getNumElements()) {
      mask.push_back(static_cast<int>(component));
    } else {
      mask.push_back(static_cast<int>(component - left->getNumElements() + length));
    }
  }
  instruction.require(!mask.empty(), "the result has no components");
  return body.builder.CreateShuffleVector(widened(body, first, length),
                                          widened(body, second, length), mask);
}

/// The constituents of a vector may be vectors themselves.
Value *construct_vector(Body &body, const Instruction &instruction, llvm::FixedVectorType *type) {
  Value *result = llvm::PoisonValue::get(type);
  uint64_t length = 0;
  const auto append = [&](Value *component) {
    instruction.require(
        component->getType() == type->getElementType() && length < type->getNumElements(),
        "a constituent has the wrong type, or there are too many for the vector");
    result = body.builder.CreateInsertElement(result, component, length++);
  };
  for (size_t i = 0; i < instruction.operands.size(); ++i) {
    Value *constituent = body.operand(instruction, i);
    const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(constituent->getType());
    if (vector == nullptr) {
      append(constituent);
      continue;
    }
    for (uint64_t component = 0; component < vector->getNumElements(); ++component) {
      append(body.builder.CreateExtractElement(constituent, component));
    }
  }
  instruction.require(length == type->getNumElements(),
                      "there are too few constituents for the vector");
  return result;
}

Value *construct(Body &body, const Instruction &instruction) {
  const Type &type = body.result_type(instruction);
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type.type)) {
    return construct_vector(body, instruction, vector);
  }
  instruction.require(
      type.is_composite() && type.is_sized && type.count == instruction.operands.size(),
      "the number of constituents differs from that of the result type");
  Value *result = llvm::PoisonValue::get(type.type);
  for (size_t i = 0; i < instruction.operands.size(); ++i) {
    result = body.builder.CreateInsertValue(
        result, body.operand_of_type(instruction, i, type.element_at(i)->type),
        static_cast<unsigned>(i));
  }
  return result;
}

/// The element that literal indices select: through arrays and structures, and finally perhaps into
/// a vector.
struct Path {
  llvm::SmallVector<unsigned> indices;
  bool into_vector = false;
  uint64_t component = 0;
  const Type *type = nullptr;
};

Path follow(const Instruction &instruction, const Type &composite,
            std::span<const uint32_t> indices) {
  Path path;
  path.type = &composite;
  for (const uint32_t index : indices) {
    const bool is_vector = path.type->is(Op::TypeVector);
    const Type *element = path.type->element_at(index);
    instruction.require(element != nullptr, "an index is out of range");
    if (is_vector) {
      path.into_vector = true;
      path.component = index;
    } else {
      path.indices.push_back(index);
    }
    path.type = element;
  }
  return path;
}

Value *extract(Body &body, const Instruction &instruction) {
  Value *value = body.operand(instruction, 0);
  const Path path =
      follow(instruction, body.operand_type(instruction, 0), instruction.operands.subspan(1));
  if (!path.indices.empty()) {
    value = body.builder.CreateExtractValue(value, path.indices);
  }
  if (!path.into_vector) {
    return value;
  }
  // A component of an id is folded to the call of the query alone, which is the form that passes
  // recognize from OpenCL C.
  Value *component = llvm::findScalarElement(value, static_cast<unsigned>(path.component));
  return component != nullptr ? component
                              : body.builder.CreateExtractElement(value, path.component);
}

Value *insert(Body &body, const Instruction &instruction) {
  Value *composite = body.operand(instruction, 1);
  const Path path =
      follow(instruction, body.operand_type(instruction, 1), instruction.operands.subspan(2));
  Value *part = body.operand_of_type(instruction, 0, path.type->type);
  if (path.into_vector) {
    Value *vector =
        path.indices.empty() ? composite : body.builder.CreateExtractValue(composite, path.indices);
    part = body.builder.CreateInsertElement(vector, part, path.component);
  }
  return path.indices.empty() ? part
                              : body.builder.CreateInsertValue(composite, part, path.indices);
}

Value *copy(Body &body, const Instruction &instruction) {
  const auto sampler = body.samplers_of_images.find(instruction.operands[0]);
  if (sampler != body.samplers_of_images.end()) {
    body.samplers_of_images.emplace(instruction.result, sampler->second);
  }
  return body.operand(instruction, 0);
}

Value *undefined(Body &body, const Instruction &instruction) {
  const Type &type = body.result_type(instruction);
  instruction.require(type.is_sized, "has an unsized type");
  return llvm::UndefValue::get(type.type);
}

constexpr TranslatedOpcode composites_table[] = {
    {Op::VectorExtractDynamic, extract_dynamic},
    {Op::VectorInsertDynamic, insert_dynamic},
    {Op::VectorShuffle, shuffle},
    {Op::CompositeConstruct, construct},
    {Op::CompositeExtract, extract},
    {Op::CompositeInsert, insert},
    {Op::CopyObject, copy},
    {Op::CopyLogical, copy},
    {Op::Undef, undefined},
};

}  // namespace

std::span<const TranslatedOpcode> composite_instructions() {
  return composites_table;
}

}  // namespace mux::compiler::spirv
