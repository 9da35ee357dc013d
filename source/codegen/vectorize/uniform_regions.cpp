#include "codegen/vectorize/uniform_regions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/vectorize/analysis/uniformity.h"

namespace mux::compiler {

namespace {

/// Whether an instruction's effect depends on how many work-items execute it, or on which: atomic
/// and volatile accesses, allocas, and calls that access memory, whose callee may query ids that
/// are not among its parameters.
bool depends_on_execution_count(const llvm::Instruction &instruction) {
  return instruction.isAtomic() || instruction.isVolatile() ||
         llvm::isa<llvm::AllocaInst>(instruction) ||
         (llvm::isa<llvm::CallBase>(instruction) && instruction.mayReadOrWriteMemory());
}

}  // namespace

bool is_work_item_independent(llvm::Function &work_item_function) {
  const auto varying = varying_parameters(work_item_function);
  return llvm::all_of(varying, [](const llvm::Value *value) { return value->use_empty(); }) &&
         llvm::none_of(llvm::instructions(work_item_function), depends_on_execution_count);
}

}  // namespace mux::compiler
