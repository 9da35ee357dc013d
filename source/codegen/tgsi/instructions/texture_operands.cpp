#include "codegen/tgsi/instructions/texture_operands.h"

#include <llvm/IR/Constants.h>

#include "compiler/abi/address_space.h"

namespace mux::compiler::tgsi {

using builtins::Element;
using llvm::Value;

TextureTarget texture_target(const Instruction &instruction) {
  constexpr OperandPlace z = {0, 2};
  constexpr OperandPlace w = {0, 3};
  switch (*instruction.target) {
    case Target::buffer:
      return {.dimensions = 1, .is_buffer = true};
    case Target::one_d:
      return {.dimensions = 1};
    case Target::two_d:
      return {.dimensions = 2};
    case Target::three_d:
      return {.dimensions = 3};
    case Target::cube:
      return {.dimensions = 3, .is_cube = true};
    case Target::rectangle:
      return {.dimensions = 2, .is_rectangle = true};
    case Target::shadow_one_d:
      return {.dimensions = 1, .reference = z};
    case Target::shadow_two_d:
      return {.dimensions = 2, .reference = z};
    case Target::shadow_rectangle:
      return {.dimensions = 2, .is_rectangle = true, .reference = z};
    case Target::one_d_array:
      return {.dimensions = 1, .layer = 1};
    case Target::two_d_array:
      return {.dimensions = 2, .layer = 2};
    case Target::shadow_one_d_array:
      return {.dimensions = 1, .layer = 1, .reference = z};
    case Target::shadow_two_d_array:
      return {.dimensions = 2, .layer = 2, .reference = w};
    case Target::shadow_cube:
      return {.dimensions = 3, .is_cube = true, .reference = w};
    case Target::two_d_multisample:
      return {.dimensions = 2, .is_multisampled = true};
    case Target::two_d_array_multisample:
      return {.dimensions = 2, .is_multisampled = true, .layer = 2};
    case Target::cube_array:
      return {.dimensions = 3, .is_cube = true, .layer = 3};
    case Target::shadow_cube_array:
      return {.dimensions = 3, .is_cube = true, .layer = 3, .reference = OperandPlace{1, 0}};
    default:
      instruction.refuse("the target is none of a texture");
  }
}

uint32_t bits_of(const TextureTarget &target) {
  // Those of builtins/library/texture_texels.inc.
  constexpr uint32_t cube = 4;
  constexpr uint32_t array = 8;
  constexpr uint32_t shadow = 16;
  constexpr uint32_t rectangle = 32;
  constexpr uint32_t one_level = 64;
  const bool has_one_level = target.is_rectangle || target.is_buffer || target.is_multisampled;
  return target.dimensions | (target.is_cube ? cube : 0) | (target.layer ? array : 0) |
         (target.reference ? shadow : 0) | (target.is_rectangle ? rectangle : 0) |
         (has_one_level ? one_level : 0);
}

Resource find_texture(Body &body, const Instruction &instruction) {
  return find_resource(body, instruction, instruction.sources.back().place);
}

TextureCall::TextureCall(Body &body, const char *name) : body_(body) {
  signature_.name = name;
}

TextureCall &TextureCall::address(Value *pointer) {
  builtins::ParameterType type;
  type.element = Element::uint8;
  type.is_pointer = true;
  type.is_const = true;
  type.address_space = address_space::global;
  signature_.parameters.push_back(type);
  arguments_.push_back(pointer);
  return *this;
}

TextureCall &TextureCall::number(uint32_t number) {
  builtins::ParameterType type;
  type.element = Element::uint32;
  signature_.parameters.push_back(type);
  arguments_.push_back(body_.builder.getInt32(number));
  return *this;
}

TextureCall &TextureCall::add(llvm::ArrayRef<Value *> values, llvm::Type *type, Element element) {
  builtins::ParameterType parameter;
  parameter.element = element;
  parameter.lanes = static_cast<unsigned>(values.size());
  signature_.parameters.push_back(parameter);
  const auto converted = [&](Value *value) -> Value * {
    return value == nullptr ? llvm::Constant::getNullValue(type)
                            : body_.builder.CreateBitCast(value, type);
  };
  if (values.size() == 1) {
    arguments_.push_back(converted(values[0]));
    return *this;
  }
  Value *vector = llvm::PoisonValue::get(
      llvm::FixedVectorType::get(type, static_cast<unsigned>(values.size())));
  for (size_t i = 0; i < values.size(); ++i) {
    vector = body_.builder.CreateInsertElement(vector, converted(values[i]), i);
  }
  arguments_.push_back(vector);
  return *this;
}

TextureCall &TextureCall::floats(llvm::ArrayRef<Value *> values) {
  return add(values, body_.builder.getFloatTy(), Element::float32);
}

TextureCall &TextureCall::integers(llvm::ArrayRef<Value *> values) {
  return add(values, body_.builder.getInt32Ty(), Element::int32);
}

Value *TextureCall::build(llvm::Type *result) {
  return body_.call_reading(signature_, result, arguments_);
}

}  // namespace mux::compiler::tgsi
