#include "codegen/pipeline/program/initialize_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

constexpr const char *module_flag = "mux.initialized_memory";
constexpr uint64_t local_bit = 1;
constexpr uint64_t private_bit = 2;

InitializedMemory requested_memory(const llvm::Module &module) {
  const auto *flag =
      llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(module.getModuleFlag(module_flag));
  const uint64_t bits = flag == nullptr ? 0 : flag->getValue().getLimitedValue();
  return {(bits & local_bit) != 0, (bits & private_bit) != 0};
}

void fill_with_zeros(llvm::IRBuilder<> &builder, llvm::AllocaInst &variable) {
  const llvm::DataLayout &layout = variable.getModule()->getDataLayout();
  const uint64_t element = layout.getTypeAllocSize(variable.getAllocatedType());
  llvm::Value *count = builder.CreateZExtOrTrunc(variable.getArraySize(), builder.getInt64Ty());
  builder.CreateMemSet(&variable, builder.getInt8(0),
                       builder.CreateMul(count, builder.getInt64(element)), variable.getAlign());
}

/// Zeros the variable at each lifetime.start, where its contents are undefined even if it had a
/// value before, or else at its allocation.
void initialize_variable(llvm::AllocaInst &variable) {
  bool has_beginning = false;
  for (llvm::User *user : llvm::make_early_inc_range(variable.users())) {
    auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start) {
      llvm::IRBuilder<> builder(intrinsic->getNextNode());
      fill_with_zeros(builder, variable);
      has_beginning = true;
    }
  }
  if (!has_beginning) {
    llvm::IRBuilder<> builder(variable.getNextNode());
    fill_with_zeros(builder, variable);
  }
}

/// Replaces poison lanes of the mask, such as the fourth lane of a vector of three that is stored
/// as four.
void initialize_lanes(llvm::ShuffleVectorInst &shuffle) {
  if (!llvm::is_contained(shuffle.getShuffleMask(), llvm::PoisonMaskElem)) {
    return;
  }
  // An undefined second operand has been replaced by zero.
  const bool has_zeros = llvm::isa<llvm::ConstantAggregateZero>(shuffle.getOperand(1));
  const auto *type = llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType());
  llvm::SmallVector<int> mask(shuffle.getShuffleMask());
  for (int &lane : mask) {
    if (lane == llvm::PoisonMaskElem) {
      lane = has_zeros ? static_cast<int>(type->getNumElements()) : 0;
    }
  }
  shuffle.setShuffleMask(mask);
}

/// The constant with all undefined and poison elements replaced by zero.
llvm::Constant *defined(llvm::Constant &constant) {
  llvm::Constant *zero = llvm::Constant::getNullValue(constant.getType());
  if (llvm::isa<llvm::UndefValue>(constant)) {
    return zero;
  }
  return constant.containsUndefOrPoisonElement() && constant.getType()->isVectorTy()
             ? llvm::Constant::replaceUndefsWith(
                   &constant, llvm::Constant::getNullValue(constant.getType()->getScalarType()))
             : &constant;
}

void initialize_values(llvm::Instruction &instruction) {
  for (llvm::Use &operand : instruction.operands()) {
    auto *constant = llvm::dyn_cast<llvm::Constant>(operand.get());
    const bool has_zero = constant != nullptr && (constant->getType()->isSingleValueType() ||
                                                  constant->getType()->isAggregateType());
    if (has_zero) {
      operand.set(defined(*constant));
    }
  }
  if (auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    initialize_lanes(*shuffle);
  }
}

void initialize_private_memory(llvm::Function &function) {
  llvm::SmallVector<llvm::AllocaInst *> variables;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    initialize_values(instruction);
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      variables.push_back(variable);
    }
  }
  for (llvm::AllocaInst *variable : variables) {
    initialize_variable(*variable);
  }
}

}  // namespace

void request_initialized_memory(llvm::Module &module, InitializedMemory memory) {
  const uint64_t bits = (memory.local ? local_bit : 0) | (memory.private_memory ? private_bit : 0);
  module.setModuleFlag(llvm::Module::Max, module_flag, static_cast<uint32_t>(bits));
}

void initialize_memory(llvm::Module &module, std::vector<SourceKernel> &kernels) {
  const InitializedMemory memory = requested_memory(module);
  for (SourceKernel &kernel : kernels) {
    kernel.initializes_local_memory = memory.local;
  }
  for (llvm::GlobalVariable &variable : module.globals()) {
    if (memory.local && variable.hasInitializer() &&
        variable.getAddressSpace() == address_space::local) {
      variable.setInitializer(llvm::Constant::getNullValue(variable.getValueType()));
    }
  }
  for (llvm::Function &function : module) {
    if (memory.private_memory) {
      initialize_private_memory(function);
    }
  }
}

}  // namespace mux::compiler
