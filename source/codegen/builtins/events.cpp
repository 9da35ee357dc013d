#include "codegen/builtins/events.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace mux::compiler::builtins {
namespace {

bool is_event(llvm::Type *type) {
  const auto *target = llvm::dyn_cast<llvm::TargetExtType>(type);
  return target != nullptr && target->getName() == "spirv.Event";
}

/// Replaces event types by a pointer-sized integer, in arrays too.
llvm::Type *without_events(llvm::Type *type) {
  if (is_event(type)) {
    return llvm::Type::getInt64Ty(type->getContext());
  }
  if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    return llvm::ArrayType::get(without_events(array->getElementType()), array->getNumElements());
  }
  return type;
}

void remove_events(llvm::Function &function) {
  llvm::SmallVector<llvm::Instruction *, 16> dead;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (is_event(instruction.getType())) {
      instruction.replaceAllUsesWith(llvm::Constant::getNullValue(instruction.getType()));
      if (!llvm::isa<llvm::CallBase>(instruction)) {
        dead.push_back(&instruction);
      }
    } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (is_event(store->getValueOperand()->getType())) {
        dead.push_back(store);
      }
    } else if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      variable->setAllocatedType(without_events(variable->getAllocatedType()));
    } else if (auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      address->setSourceElementType(without_events(address->getSourceElementType()));
      address->setResultElementType(without_events(address->getResultElementType()));
    }
  }
  for (llvm::Argument &argument : function.args()) {
    if (is_event(argument.getType())) {
      argument.replaceAllUsesWith(llvm::Constant::getNullValue(argument.getType()));
    }
  }
  for (llvm::Instruction *instruction : dead) {
    instruction->eraseFromParent();
  }
}

}  // namespace

void remove_events(llvm::Module &module) {
  for (llvm::Function &function : module) {
    remove_events(function);
  }
}

}  // namespace mux::compiler::builtins
