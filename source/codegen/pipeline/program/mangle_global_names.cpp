#include "codegen/pipeline/program/mangle_global_names.h"

#include <llvm/IR/Module.h>

namespace mux::compiler {

void mangle_global_names(llvm::Module &module) {
  for (llvm::GlobalVariable &variable : module.globals()) {
    if (variable.hasLocalLinkage()) {
      // A dot cannot be part of a name in C.
      variable.setName("data." + variable.getName());
    }
  }
}

}  // namespace mux::compiler
