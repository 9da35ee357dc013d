#include "codegen/builtins/runtime.h"

#include "codegen/ir/function_calls.h"
#include "compiler/runtime/runtime_functions.h"

namespace mux::compiler::builtins {

bool is_runtime_function(std::string_view name) {
  for (const RuntimeFunction &function : runtime_functions()) {
    if (name == function.name) {
      return true;
    }
  }
  return false;
}

llvm::Function *declare_runtime_function(llvm::Module &module, llvm::StringRef name,
                                         llvm::Type *result,
                                         llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::SmallVector<llvm::Type *, 6> types;
  for (const llvm::Value *argument : arguments) {
    types.push_back(argument->getType());
  }
  auto *type = llvm::FunctionType::get(result, types, false);
  llvm::Function *function = declare_function(module, name, type);
  if (function == nullptr) {
    return nullptr;
  }
  function->setDoesNotThrow();
  function->setWillReturn();
  return function;
}

}  // namespace mux::compiler::builtins
