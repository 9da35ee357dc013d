#include "codegen/spirv/body/types.h"

#include <algorithm>
#include <memory>

#include "compiler/abi/address_space.h"

namespace mux::compiler::spirv {
namespace {

/// The limit of structure nesting in the specification's universal limits.
constexpr unsigned max_type_nesting = 255;
/// Greater than any object in the address space, and sums of sizes up to it do not overflow.
constexpr uint64_t largest_size = uint64_t{1} << 46;

bool is_scalar(const Type &type) {
  return type.is(Op::TypeInt) || type.is(Op::TypeFloat) || type.is(Op::TypeBool);
}

llvm::Type *integer_type(const Instruction &instruction, llvm::LLVMContext &context) {
  switch (const uint32_t width = instruction.operands[0]; width) {
    case 8:
    case 16:
    case 32:
    case 64:
      return llvm::IntegerType::get(context, width);
    default:
      instruction.refuse("integers of " + std::to_string(width) +
                         " bits are not supported; the supported widths are 8, 16, 32 and 64");
  }
}

llvm::Type *float_type(const Instruction &instruction, llvm::LLVMContext &context) {
  switch (instruction.operands[0]) {
    case 16:
      return llvm::Type::getHalfTy(context);
    case 32:
      return llvm::Type::getFloatTy(context);
    case 64:
      return llvm::Type::getDoubleTy(context);
    default:
      instruction.refuse("floating-point numbers of " + std::to_string(instruction.operands[0]) +
                         " bits are not supported; the supported widths are 16, 32 and 64");
  }
}

}  // namespace

const Type *Type::element_at(uint64_t index) const {
  if (!is_composite() || index >= count) {
    return nullptr;
  }
  return is(Op::TypeStruct) ? elements[index] : elements[0];
}

unsigned address_space_of(StorageClass storage, const Instruction &instruction) {
  switch (storage) {
    case StorageClass::Function:
    case StorageClass::Private:
    case StorageClass::Input:
      return address_space::private_memory;
    case StorageClass::CrossWorkgroup:
      return address_space::global;
    case StorageClass::UniformConstant:
      return address_space::constant;
    case StorageClass::Workgroup:
      return address_space::local;
    case StorageClass::Generic:
      return address_space::generic;
    default:
      instruction.refuse("the storage class " +
                         enumerant_name(OperandKind::StorageClass, static_cast<uint32_t>(storage)) +
                         " is not supported");
  }
}

const Type &Types::get(uint32_t id, const Instruction &user) const {
  if (id >= types_.size() || types_[id] == nullptr || types_[id]->type == nullptr) {
    user.refuse("the id " + std::to_string(id) + " is no type declared earlier");
  }
  return *types_[id];
}

const Type &Types::of_value(uint32_t id, const Instruction &user) const {
  const Instruction *definition = source_.definition(id);
  if (definition == nullptr || definition->type == 0) {
    user.refuse("the id " + std::to_string(id) + " is no value");
  }
  return get(definition->type, user);
}

void Types::add(const Instruction &instruction, uint64_t length) {
  if (types_.empty()) {
    types_.resize(source_.bound());
  }
  if (instruction.opcode == Op::TypeForwardPointer) {
    std::unique_ptr<Type> &type = types_[instruction.operands[0]];
    if (type == nullptr) {
      type = std::make_unique<Type>();
      type->definition = source_.definition(instruction.operands[0]);
      if (type->definition == nullptr || type->definition->opcode != Op::TypePointer) {
        instruction.refuse("the id " + std::to_string(instruction.operands[0]) +
                           " is no pointer type");
      }
      type->storage = static_cast<StorageClass>(instruction.operands[1]);
      type->type = llvm::PointerType::get(target_.getContext(),
                                          address_space_of(type->storage, instruction));
      measure(instruction, *type);
    }
    return;
  }
  std::unique_ptr<Type> &type = types_[instruction.result];
  if (type == nullptr) {
    type = std::make_unique<Type>();
  }
  type->definition = &instruction;
  describe(instruction, length, *type);
  if (type->depth > max_type_nesting) {
    instruction.refuse("is nested deeper than " + std::to_string(max_type_nesting) + " types");
  }
  measure(instruction, *type);
}

void Types::measure(const Instruction &instruction, Type &type) {
  type.is_sized = type.type->isSized() && !type.type->isFunctionTy();
  for (const Type *element : type.is_composite() ? type.elements : std::vector<const Type *>()) {
    type.is_sized = type.is_sized && element->is_sized;
  }
  if (!type.is_sized) {
    return;
  }
  // Computed here first, because LLVM's computation of sizes may overflow.
  uint64_t sum = 0;
  if (type.is(Op::TypeArray) && type.elements[0]->size != 0 &&
      type.count > largest_size / type.elements[0]->size) {
    sum = largest_size + 1;
  } else if (type.is(Op::TypeStruct)) {
    for (const Type *member : type.elements) {
      sum += member->size;
    }
  }
  if (sum > largest_size) {
    instruction.refuse("is larger than the address space");
  }
  type.size = target_.getDataLayout().getTypeAllocSize(type.type);
}

llvm::Type *Types::opaque(const char *name, llvm::ArrayRef<unsigned> integers) {
  return llvm::TargetExtType::get(target_.getContext(), name, {}, integers);
}

void Types::describe(const Instruction &instruction, uint64_t length, Type &type) {
  llvm::LLVMContext &context = target_.getContext();
  switch (instruction.opcode) {
    case Op::TypeVoid:
      type.type = llvm::Type::getVoidTy(context);
      return;
    case Op::TypeBool:
      type.type = llvm::Type::getInt1Ty(context);
      return;
    case Op::TypeInt:
      type.type = integer_type(instruction, context);
      return;
    case Op::TypeFloat:
      type.type = float_type(instruction, context);
      return;
    case Op::TypeVector:
      return describe_vector(instruction, type);
    case Op::TypeArray:
      return describe_array(instruction, length, type);
    case Op::TypeStruct:
      return describe_struct(instruction, type);
    case Op::TypeOpaque:
      type.type = llvm::StructType::create(context, literal_string(instruction.operands));
      return;
    case Op::TypePointer:
      return describe_pointer(instruction, type);
    case Op::TypeFunction:
      return describe_function(instruction, type);
    case Op::TypeImage:
      return describe_image(instruction, type);
    case Op::TypeSampler:
      type.type = opaque("spirv.Sampler");
      return;
    case Op::TypeSampledImage:
      type.elements = {&get(instruction.operands[0], instruction)};
      instruction.require(type.elements[0]->is(Op::TypeImage),
                          "is no sampled image of an image type");
      type.type = type.elements[0]->type;
      return;
    case Op::TypeEvent:
      type.type = opaque("spirv.Event");
      return;
    case Op::TypeReserveId:
      type.type = opaque("spirv.ReserveId");
      return;
    case Op::TypePipe:
      type.type = opaque("spirv.Pipe", {instruction.operands[0]});
      return;
    default: {
      const std::string needs =
          requirements_of(*find_instruction(static_cast<uint32_t>(instruction.opcode)));
      instruction.refuse("is not supported" + (needs.empty() ? "" : " (" + needs + ")"));
    }
  }
}

void Types::describe_vector(const Instruction &instruction, Type &type) {
  const Type &element = get(instruction.operands[0], instruction);
  type.count = instruction.operands[1];
  instruction.require(is_scalar(element), "has components that are no scalars");
  if (type.count != 2 && type.count != 3 && type.count != 4 && type.count != 8 &&
      type.count != 16) {
    instruction.refuse("has " + std::to_string(type.count) +
                       " components; the supported numbers are 2, 3, 4, 8 and 16");
  }
  type.elements = {&element};
  type.type = llvm::FixedVectorType::get(element.type, static_cast<unsigned>(type.count));
}

void Types::describe_array(const Instruction &instruction, uint64_t length, Type &type) {
  const Type &element = get(instruction.operands[0], instruction);
  instruction.require(element.is_sized, "has elements of an unsized type");
  instruction.require(length != 0, "has no elements");
  type.elements = {&element};
  type.count = length;
  type.depth = element.depth + 1;
  type.type = llvm::ArrayType::get(element.type, length);
}

void Types::describe_struct(const Instruction &instruction, Type &type) {
  llvm::SmallVector<llvm::Type *> members;
  for (const uint32_t id : instruction.operands) {
    const Type &member = get(id, instruction);
    instruction.require(member.is_sized || member.type->isStructTy() || member.type->isArrayTy(),
                        "has a member of an unsized type");
    type.elements.push_back(&member);
    type.depth = std::max(type.depth, member.depth + 1);
    members.push_back(member.type);
  }
  type.count = members.size();
  const bool packed = source_.decoration(instruction.result, Decoration::CPacked) != nullptr;
  const std::string_view name = source_.name(instruction.result);
  type.type = name.empty()
                  ? llvm::StructType::get(target_.getContext(), members, packed)
                  : llvm::StructType::create(target_.getContext(), members,
                                             llvm::StringRef(name.data(), name.size()), packed);
}

void Types::describe_pointer(const Instruction &instruction, Type &type) {
  type.storage = static_cast<StorageClass>(instruction.operands[0]);
  const Type &pointee = get(instruction.operands[1], instruction);
  type.elements = {&pointee};
  type.type =
      llvm::PointerType::get(target_.getContext(), address_space_of(type.storage, instruction));
}

void Types::describe_function(const Instruction &instruction, Type &type) {
  type.result = &get(instruction.operands[0], instruction);
  instruction.require(type.result->is(Op::TypeVoid) || type.result->is_sized,
                      "returns an unsized type");
  llvm::SmallVector<llvm::Type *> parameters;
  for (const uint32_t id : instruction.operands.subspan(1)) {
    const Type &parameter = get(id, instruction);
    instruction.require(parameter.is_sized, "has a parameter of an unsized type");
    type.elements.push_back(&parameter);
    parameters.push_back(parameter.type);
  }
  type.type = llvm::FunctionType::get(type.result->type, parameters, false);
}

void Types::describe_image(const Instruction &instruction, Type &type) {
  const auto operands = instruction.operands;
  const Type &sampled = get(operands[0], instruction);
  instruction.require(sampled.is(Op::TypeVoid), "has a sampled type other than void");
  if (operands[1] == static_cast<uint32_t>(Dim::Cube) ||
      operands[1] > static_cast<uint32_t>(Dim::Buffer)) {
    instruction.refuse("images of the dimension " + enumerant_name(OperandKind::Dim, operands[1]) +
                       " are not supported");
  }
  const uint32_t access = operands.size() > 7 ? operands[7] : 0;
  type.type = llvm::TargetExtType::get(
      target_.getContext(), "spirv.Image", {sampled.type},
      {operands[1], operands[2], operands[3], operands[4], operands[5], operands[6], access});
}

}  // namespace mux::compiler::spirv
