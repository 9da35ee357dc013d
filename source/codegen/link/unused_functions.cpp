#include "codegen/link/unused_functions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/program_constants.h"

namespace mux::compiler {

namespace {

class Reached {
 public:
  explicit Reached(llvm::Module &program) {
    for (llvm::Function &function : program) {
      if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
        reach(function);
      }
    }
    for (llvm::GlobalValue &value : program.global_values()) {
      if (!llvm::isa<llvm::Function>(value)) {
        reach_operands(value);
      }
    }
    while (!pending_.empty()) {
      llvm::Function &function = *pending_.pop_back_val();
      reach_operands(function);
      for (llvm::Instruction &instruction : llvm::instructions(function)) {
        reach_operands(instruction);
      }
    }
  }

  bool contains(const llvm::Function &function) const { return functions_.contains(&function); }

 private:
  void reach(llvm::Function &function) {
    if (functions_.insert(&function).second) {
      pending_.push_back(&function);
    }
  }

  void reach_operands(llvm::User &user) {
    llvm::SmallVector<llvm::User *> users{&user};
    while (!users.empty()) {
      for (llvm::Value *operand : users.pop_back_val()->operand_values()) {
        if (auto *function = llvm::dyn_cast<llvm::Function>(operand)) {
          reach(*function);
        } else if (auto *constant = llvm::dyn_cast<llvm::Constant>(operand);
                   constant != nullptr && !llvm::isa<llvm::GlobalValue>(constant) &&
                   constants_.insert(constant).second) {
          users.push_back(constant);
        }
      }
    }
  }

  llvm::SmallPtrSet<const llvm::Function *, 32> functions_;
  llvm::SmallPtrSet<const llvm::Constant *, 32> constants_;
  llvm::SmallVector<llvm::Function *> pending_;
};

}  // namespace

void drop_unused_functions(llvm::Module &program) {
  const Reached reached(program);
  llvm::SmallVector<llvm::Function *> unused;
  for (llvm::Function &function : program) {
    if (!function.isDeclaration() && !reached.contains(function)) {
      unused.push_back(&function);
    }
  }
  // Bodies first, because unused functions may call each other.
  for (llvm::Function *function : unused) {
    function->deleteBody();
  }
  for (llvm::Function &function : llvm::make_early_inc_range(program)) {
    function.removeDeadConstantUsers();
    if (function.isDeclaration() && function.use_empty()) {
      function.eraseFromParent();
    }
  }
  for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(program.globals())) {
    variable.removeDeadConstantUsers();
    if (variable.isConstant() && !variable.isDeclaration() && variable.use_empty() &&
        !is_program_constant(variable) && !variable.getName().starts_with("llvm.")) {
      variable.eraseFromParent();
    }
  }
}

}  // namespace mux::compiler
