#include "codegen/tgsi/instructions/texture_operands.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <mux/gallium/shader_abi.h>

#include <string>

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

namespace {

/// The value of a constant of the program for a texture (parameters.h), which is 0 if none is
/// given.
Value *load_constant(Body &body, const Resource &texture, const char *member, llvm::Type *type) {
  llvm::Module &module = *body.kernel.getParent();
  const std::string name = "texture_" + std::to_string(texture.number) + member;
  llvm::GlobalVariable *variable = module.getNamedGlobal(name);
  if (variable == nullptr) {
    variable = new llvm::GlobalVariable(module, type, /*isConstant=*/true,
                                        llvm::GlobalValue::WeakAnyLinkage,
                                        llvm::Constant::getNullValue(type), name, nullptr,
                                        llvm::GlobalValue::NotThreadLocal, address_space::constant);
  }
  return body.builder.CreateLoad(type, variable);
}

Value *has_bit(Body &body, Value *word, uint32_t bit) {
  llvm::IRBuilder<> &builder = body.builder;
  return builder.CreateICmpNE(builder.CreateAnd(word, bit), builder.getInt32(0));
}

}  // namespace

Value *for_texture(Body &body, const Resource &texture, bool has_sampler,
                   llvm::function_ref<Value *(const TextureCode *)> build) {
  if (texture.is_declared != nullptr) {
    // Which texture it is, is computed.
    return build(nullptr);
  }
  llvm::IRBuilder<> &builder = body.builder;
  llvm::Type *word = builder.getInt32Ty();
  TextureCode code;
  code.view = load_constant(body, texture, "_view", llvm::FixedVectorType::get(word, 4));
  Value *is_given = has_bit(body, builder.CreateExtractElement(code.view, uint64_t{3}),
                            mux_gallium_view_code_given);
  if (has_sampler) {
    code.sampler = load_constant(body, texture, "_sampler", word);
    is_given =
        builder.CreateAnd(is_given, has_bit(body, code.sampler, mux_gallium_sampler_code_given));
  }
  llvm::BasicBlock *known = body.create_block();
  llvm::BasicBlock *any = body.create_block();
  llvm::BasicBlock *after = body.create_block();
  builder.CreateCondBr(is_given, known, any);
  builder.SetInsertPoint(known);
  Value *of_known = build(&code);
  builder.CreateBr(after);
  builder.SetInsertPoint(any);
  Value *of_any = build(nullptr);
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  llvm::PHINode *words = builder.CreatePHI(of_any->getType(), 2);
  words->addIncoming(of_known, known);
  words->addIncoming(of_any, any);
  return words;
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

TextureCall &TextureCall::code(const TextureCode &code) {
  builtins::ParameterType type;
  type.element = Element::uint32;
  type.lanes = 4;
  signature_.parameters.push_back(type);
  arguments_.push_back(code.view);
  if (code.sampler != nullptr) {
    type.lanes = 1;
    signature_.parameters.push_back(type);
    arguments_.push_back(code.sampler);
  }
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
