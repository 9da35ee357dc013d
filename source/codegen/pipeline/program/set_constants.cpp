#include "codegen/pipeline/program/set_constants.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>

#include "codegen/ir/program_constants.h"

namespace mux::compiler {
namespace {

/// Folds what depends on loads of constants.
class Folding {
 public:
  explicit Folding(llvm::Module &module) : layout_(module.getDataLayout()) {}

  /// Adds the instructions that use a variable, or an address in it.
  void add_users(llvm::Constant &address) {
    for (llvm::User *user : address.users()) {
      if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
        pending_.insert(instruction);
      } else if (auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(user)) {
        add_users(*expression);
      }
    }
  }

  void run() {
    while (!pending_.empty()) {
      llvm::Instruction *instruction = pending_.pop_back_val();
      if (instruction->isTerminator()) {
        branches_.insert(instruction->getParent());
      } else if (llvm::Constant *value = folded(*instruction)) {
        replace(*instruction, *value);
      }
    }
    llvm::SmallSetVector<llvm::Function *, 8> changed;
    for (llvm::BasicBlock *block : branches_) {
      if (llvm::ConstantFoldTerminator(block, /*DeleteDeadConditions=*/true)) {
        changed.insert(block->getParent());
      }
    }
    for (llvm::Function *function : changed) {
      llvm::removeUnreachableBlocks(*function);
    }
  }

 private:
  llvm::Constant *folded(llvm::Instruction &instruction) const {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr) {
      return llvm::ConstantFoldInstruction(&instruction, layout_);
    }
    auto *address = llvm::dyn_cast<llvm::Constant>(load->getPointerOperand());
    return address == nullptr || load->isVolatile()
               ? nullptr
               : llvm::ConstantFoldLoadFromConstPtr(address, load->getType(), layout_);
  }

  void replace(llvm::Instruction &instruction, llvm::Constant &value) {
    for (llvm::User *user : instruction.users()) {
      pending_.insert(llvm::cast<llvm::Instruction>(user));
    }
    instruction.replaceAllUsesWith(&value);
    pending_.remove(&instruction);
    instruction.eraseFromParent();
  }

  const llvm::DataLayout &layout_;
  llvm::SmallSetVector<llvm::Instruction *, 32> pending_;
  llvm::SmallSetVector<llvm::BasicBlock *, 16> branches_;
};

}  // namespace

void set_constants(llvm::Module &module, const std::vector<ConstantValue> &values) {
  Folding folding(module);
  for (llvm::GlobalVariable &variable : module.globals()) {
    if (!is_program_constant(variable)) {
      continue;
    }
    const auto given = llvm::find_if(values, [&variable](const ConstantValue &value) {
      return variable.getName() == value.symbol;
    });
    if (given != values.end()) {
      variable.setInitializer(
          constant_of(variable.getValueType(), given->bytes, module.getDataLayout()));
    }
    variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    folding.add_users(variable);
  }
  folding.run();
}

}  // namespace mux::compiler
