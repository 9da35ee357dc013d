#include "codegen/builtins/library_call.h"

#include <llvm/IR/Module.h>

#include "codegen/ir/builtin_attribute.h"

namespace mux::compiler::builtins {

ParameterType scalar(Element element) {
  ParameterType type;
  type.element = element;
  return type;
}

ParameterType pointer_to(ParameterType type, unsigned address_space) {
  type.is_pointer = true;
  type.address_space = address_space;
  return type;
}

LibraryCall::LibraryCall(Expansion &expansion, std::string_view name) : expansion_(expansion) {
  signature_.name = name;
}

void LibraryCall::add(const ParameterType &type, llvm::Value *argument) {
  signature_.parameters.push_back(type);
  arguments_.push_back(argument);
}

llvm::Value *LibraryCall::build(llvm::Type *result) {
  llvm::SmallVector<llvm::Type *> types;
  for (const llvm::Value *argument : arguments_) {
    types.push_back(argument->getType());
  }
  auto *type = llvm::FunctionType::get(result, types, false);
  const std::string name = mangle(signature_);
  llvm::Function *function = expansion_.module().getFunction(name);
  if (function == nullptr) {
    // Replaced by the library's definition when that is linked.
    function =
        llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, expansion_.module());
  } else if (function->getFunctionType() != type ||
             (!function->isDeclaration() && !function->hasFnAttribute(builtin_attribute))) {
    return nullptr;
  }
  return expansion_.builder().CreateCall(function, arguments_);
}

}  // namespace mux::compiler::builtins
