#include "codegen/ir/restore_truncations.h"

#include <llvm/IR/Module.h>

#include "codegen/ir/truncations.h"

namespace mux::compiler {

void restore_truncations(llvm::Function &function) {
  show_truncations(function, [](const llvm::Value &) { return true; });
}

void restore_truncations(llvm::Module &module) {
  for (llvm::Function &function : module) {
    restore_truncations(function);
  }
}

}  // namespace mux::compiler
