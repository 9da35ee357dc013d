#include "codegen/vectorize/versions/entry_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace mux::compiler {

bool is_calculated_from_parameters(const llvm::Value &value, unsigned steps,
                                   llvm::function_ref<bool(const llvm::Value &)> is_accepted) {
  if (!is_accepted(value)) {
    return false;
  }
  if (llvm::isa<llvm::Argument, llvm::Constant>(value)) {
    return true;
  }
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction != nullptr && steps != 0 &&
         llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::ICmpInst,
                   llvm::FreezeInst>(instruction) &&
         llvm::isSafeToSpeculativelyExecute(instruction) &&
         llvm::all_of(instruction->operand_values(), [&](const llvm::Value *operand) {
           return is_calculated_from_parameters(*operand, steps - 1, is_accepted);
         });
}

llvm::BasicBlock *insert_entry(llvm::Function &function, const char *name) {
  llvm::BasicBlock &old_entry = function.getEntryBlock();
  llvm::BasicBlock *entry =
      llvm::BasicBlock::Create(function.getContext(), name, &function, &old_entry);
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(old_entry)) {
    if (llvm::isa<llvm::AllocaInst>(instruction)) {
      instruction.moveBefore(*entry, entry->end());
    }
  }
  return entry;
}

}  // namespace mux::compiler
