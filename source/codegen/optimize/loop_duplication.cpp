#include "codegen/optimize/loop_duplication.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace mux::compiler {

namespace {

llvm::MDNode *with_hint(llvm::LLVMContext &context, llvm::MDNode *loop, const char *hint) {
  llvm::MDNode *node = llvm::MDNode::get(context, llvm::MDString::get(context, hint));
  return llvm::makePostTransformationMetadata(context, loop, {}, {node});
}

}  // namespace

void disable_unswitching(llvm::IRBuilderBase &builder) {
  // Generates no code. LLVM must not make a convergent call depend on additional conditions, so it
  // does not duplicate the loop; it cannot remove the call either, which has a side effect.
  llvm::CallInst *marker = builder.CreateIntrinsic(llvm::Intrinsic::sideeffect, {}, {});
  marker->setConvergent();
}

void disable_unrolling(llvm::BranchInst &back_branch) {
  llvm::MDNode *loop = back_branch.getMetadata(llvm::LLVMContext::MD_loop);
  back_branch.setMetadata(llvm::LLVMContext::MD_loop,
                          with_hint(back_branch.getContext(), loop, "llvm.loop.unroll.disable"));
}

void disable_runtime_unrolling(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    loop->setLoopID(
        with_hint(function.getContext(), loop->getLoopID(), "llvm.loop.unroll.runtime.disable"));
  }
}

void compile_for_size(llvm::Function &function) {
  disable_runtime_unrolling(function);
  function.addFnAttr(llvm::Attribute::Cold);
  function.addFnAttr(llvm::Attribute::OptimizeForSize);
  function.addFnAttr(llvm::Attribute::MinSize);
}

}  // namespace mux::compiler
