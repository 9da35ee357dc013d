#include "codegen/ir/lower_local_atomics.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/local_accesses.h"

namespace mux::compiler {

void lower_local_atomics(llvm::Module &module) {
  for (llvm::Function &function : module) {
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (is_local_access(instruction)) {
        make_not_atomic(instruction);
      }
    }
  }
}

}  // namespace mux::compiler
