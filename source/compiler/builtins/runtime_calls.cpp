// Built-ins that are a function of the C mathematics library as it stands.

#include <llvm/IR/Module.h>

#include "compiler/builtins/expansion.h"
#include "compiler/builtins/runtime.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// Declares a function of runtime_functions() that depends on its arguments alone. NULL if the
/// module uses its name for something else.
llvm::Function *declare_runtime(Expansion &expansion, llvm::Type *result,
                                llvm::ArrayRef<Value *> arguments) {
  const std::string name = runtime_name(expansion.name(), expansion.type(0).element);
  llvm::Function *function = declare_runtime_function(expansion.module(), name, result, arguments);
  if (function != nullptr) {
    function->setDoesNotAccessMemory();
  }
  return function;
}

}  // namespace

bool expand_runtime_call(Expansion &expansion) {
  if (expansion.size() == 0 || expansion.type(0).is_pointer || expansion.type(0).lanes != 1 ||
      !is_real(expansion.type(0).element) ||
      !is_runtime_function(runtime_name(expansion.name(), expansion.type(0).element))) {
    return false;
  }
  llvm::SmallVector<Value *, 3> arguments;
  for (llvm::Argument &argument : expansion.function().args()) {
    arguments.push_back(&argument);
  }
  llvm::Type *real = expansion.argument(0)->getType();
  llvm::Type *integer = expansion.builder().getInt32Ty();
  const std::string_view name = expansion.name();
  bool known = false;
  llvm::Type *result = real;
  if (name == "ldexp") {
    known = arguments.size() == 2 && arguments[1]->getType() == integer;
  } else if (name == "ilogb") {
    known = arguments.size() == 1;
    result = integer;
  } else if (name == "atan2" || name == "fmod" || name == "hypot" || name == "nextafter" ||
             name == "pow" || name == "remainder") {
    known = expansion.takes_results(2);
  } else if (name != "lgamma_r") {  // The scalar library's, since it writes memory.
    known = expansion.takes_results(1);
  }
  llvm::Function *function = known ? declare_runtime(expansion, result, arguments) : nullptr;
  return function != nullptr &&
         expansion.finish(expansion.builder().CreateCall(function, arguments));
}

}  // namespace mux::compiler::builtins
