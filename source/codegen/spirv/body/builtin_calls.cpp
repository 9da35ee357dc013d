// Calls of OpenCL C functions, by their mangled names.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/body/body.h"

namespace mux::compiler::spirv {
namespace {

using builtins::Element;
using builtins::ParameterType;

Element integer_element(unsigned width, bool is_signed) {
  switch (width) {
    case 8:
      return is_signed ? Element::int8 : Element::uint8;
    case 16:
      return is_signed ? Element::int16 : Element::uint16;
    case 32:
      return is_signed ? Element::int32 : Element::uint32;
    default:
      return is_signed ? Element::int64 : Element::uint64;
  }
}

/// The name of an image type as in mangled names: ocl_image2d_array_ro.
std::string image_name(const llvm::TargetExtType &type, const Instruction &user) {
  static constexpr const char *access_suffixes[] = {"_ro", "_wo", "_rw"};
  std::string name = "ocl_image";
  switch (static_cast<Dim>(type.getIntParameter(0))) {
    case Dim::Dim1D:
      name += "1d";
      break;
    case Dim::Dim2D:
      name += "2d";
      break;
    case Dim::Dim3D:
      name += "3d";
      break;
    case Dim::Buffer:
      name += "1d_buffer";
      break;
    default:
      user.refuse("the image dimension is not supported");
  }
  const bool is_array = type.getIntParameter(2) == 1;
  const bool is_depth = type.getIntParameter(1) == 1;
  if (type.getIntParameter(3) != 0 || type.getIntParameter(6) > 2) {
    user.refuse("multisampled images and unknown access qualifiers are not supported");
  }
  return name + (is_array ? "_array" : "") + (is_depth ? "_depth" : "") +
         access_suffixes[type.getIntParameter(6)];
}

std::string opaque_name(const llvm::TargetExtType &type, const Instruction &user) {
  const llvm::StringRef name = type.getName();
  if (name == "spirv.Image") {
    return image_name(type, user);
  }
  if (name == "spirv.Sampler") {
    return "ocl_sampler";
  }
  if (name == "spirv.Event") {
    return "ocl_event";
  }
  if (name == "spirv.ReserveId") {
    return "ocl_reserveid";
  }
  user.refuse("the type of an argument is not supported in built-in functions");
}

void set_effect(llvm::Function &function, BuiltinEffect effect) {
  function.setDoesNotThrow();
  switch (effect) {
    case BuiltinEffect::none:
      function.setDoesNotAccessMemory();
      function.addFnAttr(llvm::Attribute::WillReturn);
      return;
    case BuiltinEffect::memory:
      return;
    case BuiltinEffect::convergent:
      function.setConvergent();
      return;
  }
}

}  // namespace

ParameterType parameter_type(llvm::Type *type, bool is_signed, const Instruction &user) {
  ParameterType parameter;
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    parameter.lanes = vector->getNumElements();
    type = vector->getElementType();
  }
  if (const auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) {
    parameter.element = Element::named;
    parameter.name = opaque_name(*opaque, user);
  } else if (type->isIntegerTy() && type->getIntegerBitWidth() >= 8) {
    parameter.element = integer_element(type->getIntegerBitWidth(), is_signed);
  } else if (type->isHalfTy()) {
    parameter.element = Element::float16;
  } else if (type->isFloatTy()) {
    parameter.element = Element::float32;
  } else if (type->isDoubleTy()) {
    parameter.element = Element::float64;
  } else {
    user.refuse("the type of an operand is not supported by the built-in function");
  }
  return parameter;
}

ParameterType parameter_type(const Type &type, bool is_signed, const Instruction &user) {
  if (!type.is(Op::TypePointer)) {
    return parameter_type(type.type, is_signed, user);
  }
  if (type.elements.empty() || type.elements[0]->is(Op::TypePointer)) {
    user.refuse("an operand is no pointer to a scalar or a vector");
  }
  ParameterType parameter = parameter_type(type.elements[0]->type, is_signed, user);
  parameter.is_pointer = true;
  parameter.address_space = type.type->getPointerAddressSpace();
  return parameter;
}

BuiltinArgument builtin_argument(Body &body, const Instruction &instruction, size_t index,
                                 bool is_signed) {
  llvm::Value *value = body.operand(instruction, index);
  return {value, parameter_type(body.operand_type(instruction, index), is_signed, instruction)};
}

BuiltinArgument uint32_argument(llvm::Value *value) {
  BuiltinArgument argument{value, {}};
  argument.type.element = Element::uint32;
  return argument;
}

BuiltinArgument int32_argument(llvm::Value *value) {
  BuiltinArgument argument{value, {}};
  argument.type.element = Element::int32;
  return argument;
}

llvm::Value *call_function(Body &body, const Instruction &user, std::string_view name,
                           llvm::Type *result, llvm::ArrayRef<llvm::Value *> arguments,
                           BuiltinEffect effect) {
  llvm::SmallVector<llvm::Type *> types;
  for (const llvm::Value *argument : arguments) {
    types.push_back(argument->getType());
  }
  auto *type = llvm::FunctionType::get(result, types, false);
  const llvm::StringRef symbol(name.data(), name.size());
  llvm::Module &module = body.context.target;
  auto *function = llvm::dyn_cast_or_null<llvm::Function>(module.getNamedValue(symbol));
  if (function == nullptr) {
    if (module.getNamedValue(symbol) != nullptr) {
      user.refuse("a variable of the module has the name of the function " + symbol.str());
    }
    function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, symbol, module);
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    set_effect(*function, effect);
  }
  if (function->getFunctionType() != type) {
    user.refuse("the module declares " + symbol.str() + " with another type");
  }
  llvm::CallInst *call = body.builder.CreateCall(function, arguments);
  call->setCallingConv(function->getCallingConv());
  call->setAttributes(llvm::AttributeList::get(module.getContext(),
                                               function->getAttributes().getFnAttrs(), {}, {}));
  return call;
}

llvm::Value *call_builtin(Body &body, const Instruction &user, std::string_view name,
                          llvm::Type *result, std::span<const BuiltinArgument> arguments,
                          BuiltinEffect effect) {
  builtins::Signature signature;
  signature.name = name;
  llvm::SmallVector<llvm::Value *> values;
  for (const auto &[value, type] : arguments) {
    signature.parameters.push_back(type);
    values.push_back(value);
  }
  return call_function(body, user, builtins::mangle(signature), result, values, effect);
}

}  // namespace mux::compiler::spirv
