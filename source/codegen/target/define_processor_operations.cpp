#include "codegen/target/define_processor_operations.h"

#include <llvm/IR/Module.h>

#include "codegen/target/operation_forms.h"
#include "codegen/target/processor_operations.h"

namespace mux::compiler {

void define_processor_operations(llvm::Module &module) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || !is_undefined_operation(function.getName())) {
      continue;
    }
    if (function.use_empty()) {
      function.eraseFromParent();
      continue;
    }
    llvm::StringRef name = function.getName();
    name.consume_front(operation_prefix);
    add_operation_body(function, *find_operation(name));
  }
}

}  // namespace mux::compiler
