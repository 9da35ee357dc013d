#include "codegen/spirv/translate/fp_relaxations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

bool has_contraction_off(const Context &context, uint32_t function) {
  const auto modes = context.source.modes_of(function);
  return std::any_of(modes.begin(), modes.end(), [](const ExecutionModeOfEntryPoint &mode) {
    return mode.mode == ExecutionMode::ContractionOff;
  });
}

llvm::BinaryOperator *product_of_sum(Value *operand) {
  auto *product = llvm::dyn_cast<llvm::BinaryOperator>(operand);
  return product != nullptr && product->getOpcode() == llvm::Instruction::FMul &&
                 product->hasOneUse()
             ? product
             : nullptr;
}

/// Contracts a sum with the left product, as Clang does, if both operands are products.
void contract(llvm::BinaryOperator &sum) {
  llvm::BinaryOperator *product = product_of_sum(sum.getOperand(0));
  Value *other = sum.getOperand(1);
  const bool is_left = product != nullptr;
  if (!is_left) {
    product = product_of_sum(sum.getOperand(1));
    other = sum.getOperand(0);
  }
  if (product == nullptr) {
    return;
  }
  llvm::IRBuilder<> builder(&sum);
  Value *factor = product->getOperand(0);
  if (sum.getOpcode() == llvm::Instruction::FSub) {
    (is_left ? other : factor) = builder.CreateFNeg(is_left ? other : factor);
  }
  llvm::CallInst *result = builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, {sum.getType()},
                                                   {factor, product->getOperand(1), other});
  result->setFastMathFlags(sum.getFastMathFlags() & product->getFastMathFlags());
  sum.replaceAllUsesWith(result);
  sum.eraseFromParent();
  product->eraseFromParent();
}

void form_multiply_adds(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (instruction.getOpcode() == llvm::Instruction::FAdd ||
        instruction.getOpcode() == llvm::Instruction::FSub) {
      contract(llvm::cast<llvm::BinaryOperator>(instruction));
    }
  }
}

}  // namespace

void form_multiply_adds(const Context &context) {
  bool everywhere = true;
  for (const EntryPoint &entry_point : context.source.entry_points()) {
    everywhere = everywhere && !has_contraction_off(context, entry_point.function);
  }
  for (const auto &[id, function] : context.functions) {
    const bool is_kernel = function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    if (is_kernel ? !has_contraction_off(context, id) : everywhere) {
      form_multiply_adds(*function);
    }
  }
}

void attach_fpmath(llvm::Module &module) {
  // In units in the last place.
  constexpr float quotient = 2.5F;
  constexpr float root = 3.0F;
  llvm::MDBuilder metadata(module.getContext());
  for (llvm::Function &function : module) {
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      if (!instruction.getType()->getScalarType()->isFloatTy()) {
        continue;
      }
      const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (instruction.getOpcode() == llvm::Instruction::FDiv) {
        instruction.setMetadata(llvm::LLVMContext::MD_fpmath, metadata.createFPMath(quotient));
      } else if (call != nullptr && call->getCalledFunction() != nullptr &&
                 call->getCalledFunction()->getName().starts_with("_Z4sqrt")) {
        instruction.setMetadata(llvm::LLVMContext::MD_fpmath, metadata.createFPMath(root));
      }
    }
  }
}

}  // namespace mux::compiler::spirv
