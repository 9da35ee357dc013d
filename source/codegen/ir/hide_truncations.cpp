#include "codegen/ir/hide_truncations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/function_calls.h"
#include "codegen/ir/truncations.h"
#include "codegen/ir/work_item_functions.h"

namespace mux::compiler {

namespace {

/// Whether a value is a query of an id. Queries of sizes are left alone: they become constants, and
/// arithmetic on them is folded.
bool is_id(const llvm::Value &value) {
  const llvm::Function *callee = called_function(value);
  if (callee == nullptr) {
    return false;
  }
  switch (work_item_query(callee->getName()).value_or(WorkItemQuery::work_dim)) {
    case WorkItemQuery::global_id:
    case WorkItemQuery::local_id:
    case WorkItemQuery::group_id:
    case WorkItemQuery::global_linear_id:
    case WorkItemQuery::local_linear_id:
      return true;
    default:
      return false;
  }
}

/// Whether the low half of the result depends on the low halves of the operands only. Other
/// operations mostly have results whose high half is known to be zero.
bool keeps_low_half(const llvm::Instruction &instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
    case llvm::Instruction::Or:
    case llvm::Instruction::PHI:
    case llvm::Instruction::Select:
      return true;
    case llvm::Instruction::Shl:
      return llvm::isa<llvm::ConstantInt>(instruction.getOperand(1));
    default:
      return false;
  }
}

bool derives_from_ids(const llvm::Value &value) {
  llvm::SmallPtrSet<const llvm::Value *, 16> seen{&value};
  llvm::SmallVector<const llvm::Value *, 16> open{&value};
  while (!open.empty()) {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
    if (instruction == nullptr) {
      continue;
    }
    if (is_id(*instruction)) {
      return true;
    }
    if (keeps_low_half(*instruction)) {
      for (const llvm::Value *operand : instruction->operand_values()) {
        if (seen.insert(operand).second) {
          open.push_back(operand);
        }
      }
    }
  }
  return false;
}

/// Returns the operand of a hidden truncation that is extended again; NULL for another value.
llvm::Value *truncated_source(const llvm::Value &value) {
  if (!llvm::isa<llvm::SExtInst, llvm::ZExtInst>(value)) {
    return nullptr;
  }
  const llvm::Value &source = *llvm::cast<llvm::CastInst>(value).getOperand(0);
  return is_hidden_truncation(source) ? llvm::cast<llvm::CallInst>(source).getArgOperand(0)
                                      : nullptr;
}

/// Removes truncations inside of an expression that is truncated itself, as InstCombine would.
void remove_inner_truncations(llvm::Value &truncated) {
  llvm::SmallVector<llvm::Value *> open{&truncated};
  while (!open.empty()) {
    auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(open.pop_back_val());
    if (operation == nullptr || !operation->hasOneUse() || !keeps_low_half(*operation)) {
      continue;
    }
    for (llvm::Use &operand : operation->operands()) {
      if (llvm::Value *source = truncated_source(*operand)) {
        operand.set(source);
        operation->dropPoisonGeneratingFlags();
      } else {
        open.push_back(operand);
      }
    }
  }
}

llvm::FunctionCallee truncate_function(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      truncation_name, llvm::Type::getInt32Ty(context), llvm::Type::getInt64Ty(context));
  add_pure_attributes(llvm::cast<llvm::Function>(*callee.getCallee()));
  return callee;
}

}  // namespace

void hide_truncations(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (is_id(instruction)) {
      llvm::cast<llvm::CallInst>(instruction).addRetAttr(llvm::Attribute::NoUndef);
    }
  }
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *truncation = llvm::dyn_cast<llvm::TruncInst>(&instruction);
    if (truncation == nullptr || !truncation->getType()->isIntegerTy(32) ||
        !truncation->getSrcTy()->isIntegerTy(64) || !derives_from_ids(*truncation->getOperand(0))) {
      continue;
    }
    remove_inner_truncations(*truncation->getOperand(0));
    llvm::IRBuilder<> builder(truncation);
    llvm::CallInst *call =
        builder.CreateCall(truncate_function(*function.getParent()), {truncation->getOperand(0)});
    // Otherwise LLVM would freeze the value wherever it is a divisor, and use the frozen copy
    // elsewhere.
    if (llvm::isGuaranteedNotToBeUndefOrPoison(truncation->getOperand(0))) {
      call->addRetAttr(llvm::Attribute::NoUndef);
    }
    call->takeName(truncation);
    truncation->replaceAllUsesWith(call);
    truncation->eraseFromParent();
  }
}

}  // namespace mux::compiler
