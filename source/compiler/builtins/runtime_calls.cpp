// Built-ins that are a function of the C mathematics library as it stands.

#include <llvm/IR/Module.h>

#include "compiler/builtins/expansion.h"
#include "compiler/builtins/runtime.h"

namespace mux::compiler::builtins {

bool expand_runtime_call(Expansion &expansion) {
  if (!expansion.takes_results(1) || expansion.type(0).lanes != 1 ||
      !is_real(expansion.type(0).element)) {
    return false;
  }
  const std::string name = runtime_name(expansion.name(), expansion.type(0).element);
  if (!is_runtime_function(name)) {
    return false;
  }
  llvm::Value *argument = expansion.argument(0);
  llvm::Function *function =
      declare_runtime_function(expansion.module(), name, argument->getType(), {argument});
  if (function == nullptr) {
    return false;
  }
  function->setDoesNotAccessMemory();
  return expansion.finish(expansion.builder().CreateCall(function, {argument}));
}

}  // namespace mux::compiler::builtins
