#include "codegen/ir/lane_functions.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/function_calls.h"

namespace mux::compiler {

namespace {

llvm::StringRef name_of(LaneFunction function) {
  switch (function) {
    case LaneFunction::any:
      return "mux.lanes.any";
    case LaneFunction::all:
      return "mux.lanes.all";
    case LaneFunction::few:
      return "mux.lanes.few";
    case LaneFunction::first:
      return "mux.lanes.first";
    case LaneFunction::mask:
      break;
  }
  return "mux.lanes.mask";
}

}  // namespace

bool is_lane_call(const llvm::Value &value, LaneFunction function) {
  const llvm::Function *callee = called_function(value);
  return callee != nullptr && callee->getName() == name_of(function);
}

llvm::Value *vote_operand(const llvm::BasicBlock &block, LaneFunction function) {
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional() ||
      !is_lane_call(*branch->getCondition(), function)) {
    return nullptr;
  }
  return llvm::cast<llvm::CallInst>(branch->getCondition())->getArgOperand(0);
}

llvm::CallInst *call_lane_function(llvm::IRBuilder<> &builder, LaneFunction function,
                                   llvm::Value *condition) {
  llvm::Type *result = function == LaneFunction::mask ? builder.getVoidTy() : builder.getInt1Ty();
  auto *type = llvm::FunctionType::get(result, {builder.getInt1Ty()}, false);
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  const llvm::FunctionCallee callee = module.getOrInsertFunction(name_of(function), type);
  return builder.CreateCall(callee, {condition});
}

llvm::CallInst *call_few(llvm::IRBuilder<> &builder, llvm::Value *condition, unsigned most) {
  auto *type = llvm::FunctionType::get(builder.getInt1Ty(),
                                       {builder.getInt1Ty(), builder.getInt32Ty()}, false);
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  const llvm::FunctionCallee callee = module.getOrInsertFunction(name_of(LaneFunction::few), type);
  return builder.CreateCall(callee, {condition, builder.getInt32(most)});
}

llvm::CallInst *call_first(llvm::IRBuilder<> &builder, llvm::Value *id) {
  auto *type = llvm::FunctionType::get(builder.getInt64Ty(), {builder.getInt64Ty()}, false);
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  const llvm::FunctionCallee callee =
      module.getOrInsertFunction(name_of(LaneFunction::first), type);
  return builder.CreateCall(callee, {id});
}

llvm::Value *block_mask(const llvm::BasicBlock &block) {
  for (const llvm::Instruction &instruction : block) {
    if (is_lane_call(instruction, LaneFunction::mask)) {
      return llvm::cast<llvm::CallInst>(instruction).getArgOperand(0);
    }
  }
  return nullptr;
}

}  // namespace mux::compiler
