#include "codegen/ir/drop_local_volatile.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/local_accesses.h"

namespace mux::compiler {

void drop_local_volatile(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (is_local_access(instruction)) {
      make_not_volatile(instruction);
    }
  }
}

}  // namespace mux::compiler
