#include "codegen/ir/stack_variables.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/abi/kernel_abi.h"

namespace mux::compiler {

llvm::SmallVector<llvm::AllocaInst *> stack_variables(llvm::Function &function) {
  llvm::SmallVector<llvm::AllocaInst *> variables;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      variables.push_back(variable);
    }
  }
  return variables;
}

uint64_t stack_variable_size(const llvm::AllocaInst &variable) {
  // Variable length arrays are rejected earlier, so there is a constant size.
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access)
  return variable.getAllocationSize(variable.getModule()->getDataLayout())->getFixedValue();
}

uint64_t stack_variable_alignment(const llvm::AllocaInst &variable) {
  return std::min<uint64_t>(variable.getAlign().value(), local_memory_alignment);
}

void remove_lifetime(llvm::AllocaInst &variable) {
  for (llvm::User *user : llvm::make_early_inc_range(variable.users())) {
    auto *instruction = llvm::cast<llvm::Instruction>(user);
    if (instruction->isLifetimeStartOrEnd()) {
      instruction->eraseFromParent();
    }
  }
}

void replace_stack_variable(llvm::AllocaInst &variable, llvm::Value &memory) {
  remove_lifetime(variable);
  variable.replaceAllUsesWith(&memory);
  variable.eraseFromParent();
}

}  // namespace mux::compiler
