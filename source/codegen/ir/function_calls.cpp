#include "codegen/ir/function_calls.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace mux::compiler {

llvm::Function *called_function(const llvm::Value &value) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&value);
  return call == nullptr ? nullptr : call->getCalledFunction();
}

llvm::Function *declare_function(llvm::Module &module, llvm::StringRef name,
                                 llvm::FunctionType *type) {
  auto *function =
      llvm::dyn_cast<llvm::Function>(module.getOrInsertFunction(name, type).getCallee());
  const bool is_free =
      function != nullptr && function->isDeclaration() && function->getFunctionType() == type;
  return is_free ? function : nullptr;
}

}  // namespace mux::compiler
