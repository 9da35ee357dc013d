#include "codegen/ir/truncations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/function_calls.h"

namespace mux::compiler {

bool is_hidden_truncation(const llvm::Value &value) {
  const llvm::Function *callee = called_function(value);
  return callee != nullptr && callee->getName() == truncation_name;
}

void show_truncations(llvm::Function &function,
                      llvm::function_ref<bool(const llvm::Value &)> is_shown) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!is_hidden_truncation(instruction) || !is_shown(*instruction.getOperand(0))) {
      continue;
    }
    llvm::IRBuilder<> builder(&instruction);
    llvm::Value *truncated = builder.CreateTrunc(instruction.getOperand(0), instruction.getType());
    if (llvm::isa<llvm::Instruction>(truncated)) {
      truncated->takeName(&instruction);
    }
    instruction.replaceAllUsesWith(truncated);
    instruction.eraseFromParent();
  }
}

void fold_truncations(llvm::Function &function) {
  show_truncations(function,
                   [](const llvm::Value &value) { return llvm::isa<llvm::ConstantInt>(value); });
}

}  // namespace mux::compiler
