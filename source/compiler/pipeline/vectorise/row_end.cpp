#include "compiler/pipeline/vectorise/row_end.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/pipeline/vectorise/lanes.h"
#include "compiler/pipeline/work_item_context.h"

namespace mux::compiler {

namespace {

/// Narrows a lane function's condition to the work-items that exist.
void narrow(llvm::CallInst &call, llvm::Value *exists) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value *condition = call.getArgOperand(0);
  call.setArgOperand(0, is_lane_call(call, LaneFunction::all)
                            ? builder.CreateOr(condition, builder.CreateNot(exists))
                            : builder.CreateAnd(condition, exists));
}

/// Puts the whole function under a mask of the work-items for which `position < end` holds.
void stop_at(llvm::Function &linearised, llvm::Value *position,
             llvm::ArrayRef<llvm::Value *> factors_of_end) {
  llvm::BasicBlock &entry = linearised.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  llvm::Value *end = factors_of_end.front();
  for (llvm::Value *factor : factors_of_end.drop_front()) {
    end = builder.CreateMul(end, factor);
  }
  llvm::Value *exists = builder.CreateICmpULT(position, end, "exists");
  for (llvm::Instruction &instruction : llvm::instructions(linearised)) {
    if (is_lane_call(instruction, LaneFunction::any) ||
        is_lane_call(instruction, LaneFunction::all) ||
        is_lane_call(instruction, LaneFunction::mask)) {
      narrow(llvm::cast<llvm::CallInst>(instruction), exists);
    }
  }
  for (llvm::BasicBlock &block : linearised) {
    if (block_mask(block) != nullptr) {
      continue;
    }
    builder.SetInsertPoint(
        &block, &block == &entry ? std::next(llvm::cast<llvm::Instruction>(exists)->getIterator())
                                 : block.getFirstNonPHIIt());
    call_lane_function(builder, LaneFunction::mask, exists);
  }
}

}  // namespace

void stop_at_row_end(llvm::Function &linearised) {
  const WorkItemContext context = WorkItemContext::of(linearised);
  stop_at(linearised, context.local_id[0], {context.local_size[0]});
}

void stop_at_group_end(llvm::Function &linearised) {
  const WorkItemContext context = WorkItemContext::of(linearised);
  stop_at(linearised, context.local_index, context.local_size);
}

}  // namespace mux::compiler
