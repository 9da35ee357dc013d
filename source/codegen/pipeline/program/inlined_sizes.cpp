#include "codegen/pipeline/program/inlined_sizes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Support/MathExtras.h>

#include "codegen/ir/function_calls.h"
#include "codegen/ir/known_image_functions.h"
#include "codegen/ir/noinline_functions.h"

namespace mux::compiler {

uint64_t InlinedSizes::add(const llvm::Function &function, bool keeps) {
  uint64_t size = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const llvm::Function *callee = called_function(instruction);
    const bool stays = callee == nullptr || callee->isDeclaration() ||
                       is_known_image_function(*callee) || (keeps && is_kept(*callee));
    size = llvm::SaturatingAdd(size, stays ? uint64_t{1} : sizes_.lookup(callee));
  }
  sizes_[&function] = size;
  return size;
}

}  // namespace mux::compiler
