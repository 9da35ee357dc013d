#include "codegen/ir/function_calls.h"

#include <llvm/ADT/SmallVector.h>
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

void add_pure_attributes(llvm::Function &function) {
  function.setDoesNotAccessMemory();
  function.setDoesNotThrow();
  function.setWillReturn();
  function.setNoSync();
  function.setDoesNotFreeMemory();
  function.setSpeculatable();
}

llvm::Function &add_parameters(llvm::Function &function, llvm::ArrayRef<llvm::Type *> types) {
  llvm::FunctionType *type = function.getFunctionType();
  llvm::SmallVector<llvm::Type *> parameters(type->params());
  parameters.append(types.begin(), types.end());
  auto *changed = llvm::Function::Create(
      llvm::FunctionType::get(type->getReturnType(), parameters, false), function.getLinkage());
  function.getParent()->getFunctionList().insert(function.getIterator(), changed);
  changed->copyAttributesFrom(&function);
  changed->setSubprogram(function.getSubprogram());
  changed->takeName(&function);
  changed->splice(changed->begin(), &function);
  for (llvm::Argument &argument : function.args()) {
    llvm::Argument *own = changed->getArg(argument.getArgNo());
    argument.replaceAllUsesWith(own);
    own->takeName(&argument);
  }
  return *changed;
}

}  // namespace mux::compiler
