#include "codegen/vectorize/versions/predicate_below.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/lane_functions.h"

namespace mux::compiler {

namespace {

/// Restricts the condition of a lane function to the work-items within the group.
void narrow_condition(llvm::CallInst &call, llvm::Value *exists) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value *condition = call.getArgOperand(0);
  call.setArgOperand(0, is_lane_call(call, LaneFunction::all)
                            ? builder.CreateOr(condition, builder.CreateNot(exists))
                            : builder.CreateAnd(condition, exists));
}

}  // namespace

void predicate_below(llvm::Function &linearized, llvm::Value *position,
                     llvm::ArrayRef<llvm::Value *> factors_of_end) {
  llvm::BasicBlock &entry = linearized.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  llvm::Value *end = factors_of_end.front();
  for (llvm::Value *factor : factors_of_end.drop_front()) {
    end = builder.CreateMul(end, factor);
  }
  llvm::Value *exists = builder.CreateICmpULT(position, end, "exists");
  for (llvm::Instruction &instruction : llvm::instructions(linearized)) {
    if (is_lane_call(instruction, LaneFunction::any) ||
        is_lane_call(instruction, LaneFunction::all) ||
        is_lane_call(instruction, LaneFunction::mask)) {
      narrow_condition(llvm::cast<llvm::CallInst>(instruction), exists);
    }
  }
  for (llvm::BasicBlock &block : linearized) {
    if (block_mask(block) != nullptr) {
      continue;
    }
    builder.SetInsertPoint(
        &block, &block == &entry ? std::next(llvm::cast<llvm::Instruction>(exists)->getIterator())
                                 : block.getFirstNonPHIIt());
    call_lane_function(builder, LaneFunction::mask, exists);
  }
}

}  // namespace mux::compiler
