#include "codegen/builtins/pipeline_calls.h"

#include <llvm/IR/Module.h>

#include "codegen/ir/function_calls.h"

namespace mux::compiler::builtins {
namespace {

llvm::Value *call_query(Expansion &expansion, llvm::StringRef mangled_name,
                        llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::SmallVector<llvm::Type *, 1> types;
  for (llvm::Value *argument : arguments) {
    types.push_back(argument->getType());
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::Function *function =
      declare_pipeline_function(expansion, mangled_name, builder.getInt64Ty(), types);
  if (function == nullptr) {
    return nullptr;
  }
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  return builder.CreateCall(function, arguments);
}

}  // namespace

llvm::Function *declare_pipeline_function(Expansion &expansion, llvm::StringRef mangled_name,
                                          llvm::Type *result,
                                          llvm::ArrayRef<llvm::Type *> parameters) {
  auto *type = llvm::FunctionType::get(result, parameters, false);
  llvm::Function *function = declare_function(expansion.module(), mangled_name, type);
  if (function == nullptr) {
    return nullptr;
  }
  function->setDoesNotThrow();
  return function;
}

llvm::Value *query(Expansion &expansion, llvm::StringRef mangled_name, uint32_t dimension) {
  return call_query(expansion, mangled_name, {expansion.builder().getInt32(dimension)});
}

llvm::Value *query(Expansion &expansion, llvm::StringRef mangled_name) {
  return call_query(expansion, mangled_name, {});
}

llvm::Value *query_product(Expansion &expansion, llvm::StringRef mangled_name) {
  llvm::Value *product = expansion.builder().getInt64(1);
  for (uint32_t dimension = 0; dimension < 3; ++dimension) {
    llvm::Value *size = query(expansion, mangled_name, dimension);
    if (size == nullptr) {
      return nullptr;
    }
    product = expansion.builder().CreateMul(product, size);
  }
  return product;
}

}  // namespace mux::compiler::builtins
