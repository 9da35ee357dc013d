#include "compiler/pipeline/vectorise/row_end.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/pipeline/vectorise/lanes.h"
#include "compiler/pipeline/work_item_context.h"

namespace mux::compiler {

namespace {

/// Narrows a lane function's condition to the work-items within the row.
void narrow(llvm::CallInst &call, llvm::Value *in_row) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value *condition = call.getArgOperand(0);
  call.setArgOperand(0, is_lane_call(call, LaneFunction::all)
                            ? builder.CreateOr(condition, builder.CreateNot(in_row))
                            : builder.CreateAnd(condition, in_row));
}

}  // namespace

void stop_at_row_end(llvm::Function &linearised) {
  const WorkItemContext context = WorkItemContext::of(linearised);
  llvm::BasicBlock &entry = linearised.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  llvm::Value *in_row = builder.CreateICmpULT(context.local_id[0], context.local_size[0], "in_row");
  for (llvm::Instruction &instruction : llvm::instructions(linearised)) {
    if (is_lane_call(instruction, LaneFunction::any) ||
        is_lane_call(instruction, LaneFunction::all) ||
        is_lane_call(instruction, LaneFunction::mask)) {
      narrow(llvm::cast<llvm::CallInst>(instruction), in_row);
    }
  }
  for (llvm::BasicBlock &block : linearised) {
    if (block_mask(block) != nullptr) {
      continue;
    }
    builder.SetInsertPoint(
        &block, &block == &entry ? std::next(llvm::cast<llvm::Instruction>(in_row)->getIterator())
                                 : block.getFirstNonPHIIt());
    call_lane_function(builder, LaneFunction::mask, in_row);
  }
}

}  // namespace mux::compiler
