#include "codegen/vectorize/prepare/return_last_barrier.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

#include "codegen/ir/lane_functions.h"

namespace mux::compiler {

namespace {

/// Returns the maximum over all work-items, determined bit by bit from the highest: candidates that
/// lack a bit which another candidate has are eliminated.
llvm::Value *maximum_over_lanes(llvm::IRBuilder<> &builder, llvm::Value *value, unsigned greatest) {
  llvm::Value *result = builder.getInt32(0);
  llvm::Value *is_candidate = builder.getTrue();
  for (unsigned bit = llvm::Log2_32(greatest) + 1; bit-- > 0;) {
    llvm::Value *mask = builder.getInt32(1U << bit);
    llvm::Value *has_bit = builder.CreateIsNotNull(builder.CreateAnd(value, mask));
    has_bit = builder.CreateAnd(is_candidate, has_bit);
    llvm::Value *any = call_lane_function(builder, LaneFunction::any, has_bit);
    result = builder.CreateOr(result, builder.CreateSelect(any, mask, builder.getInt32(0)));
    is_candidate = builder.CreateSelect(any, has_bit, is_candidate);
  }
  return result;
}

}  // namespace

void return_last_barrier(llvm::Function &function, unsigned greatest) {
  llvm::FunctionAnalysisManager unused;
  llvm::UnifyFunctionExitNodesPass().run(function, unused);
  for (llvm::BasicBlock &block : function) {
    auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    if (end == nullptr || llvm::isa<llvm::Constant>(end->getReturnValue())) {
      continue;
    }
    llvm::IRBuilder<> builder(end);
    llvm::Value *one = builder.getInt32(1);
    llvm::Value *index = builder.CreateAdd(end->getReturnValue(), one);
    end->setOperand(0, builder.CreateSub(maximum_over_lanes(builder, index, greatest + 1), one));
  }
}

}  // namespace mux::compiler
