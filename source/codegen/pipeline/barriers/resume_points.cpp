#include "codegen/pipeline/barriers/resume_points.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

namespace mux::compiler {

namespace {

llvm::ReturnInst &end_of(llvm::Function &function) {
  for (llvm::BasicBlock &block : function) {
    if (auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      return *end;
    }
  }
  llvm_unreachable("the function stops at barriers");
}

}  // namespace

void ResumePoints::keep(llvm::Function &function) {
  // One store at a single exit: where work-items diverge, it needs no mask.
  llvm::FunctionAnalysisManager unused;
  llvm::UnifyFunctionExitNodesPass().run(function, unused);
  llvm::BasicBlock &stop = *end_of(function).getParent();
  llvm::BasicBlock *end = llvm::SplitBlock(&stop, stop.getTerminator());
  llvm::IRBuilder<> builder(end, end->begin());
  llvm::PHINode *resume_point = builder.CreatePHI(builder.getInt32Ty(), 2, "resume_point");
  resume_point->addIncoming(end_of(function).getReturnValue(), &stop);
  slot_ = storage_.add(resume_point->getType());
  storage_.store(builder, slot_, resume_point);
  end->getTerminator()->setOperand(0, resume_point);
}

void ResumePoints::skip_others(llvm::Function &region, uint32_t barrier_index) const {
  llvm::BasicBlock &entry = region.getEntryBlock();
  llvm::Instruction *start = entry.getTerminator();
  llvm::ReturnInst &end = end_of(region);
  llvm::IRBuilder<> builder(start);
  const ContextArray storage(region);
  llvm::Value *resume_point = storage.load(builder, slot_, builder.getInt32Ty());
  builder.CreateCondBr(builder.CreateICmpEQ(resume_point, builder.getInt32(barrier_index)),
                       start->getSuccessor(0), end.getParent());
  start->eraseFromParent();
  llvm::cast<llvm::PHINode>(end.getReturnValue())->addIncoming(resume_point, &entry);
}

}  // namespace mux::compiler
