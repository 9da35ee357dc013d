#include "codegen/optimize/defer_unrolling.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace mux::compiler {

namespace {

constexpr const char *kept = "mux.loop.kept_for_vectorizer";
constexpr const char *not_unrolled = "llvm.loop.unroll.disable";

}  // namespace

void defer_unrolling(llvm::BranchInst &back_branch) {
  llvm::LLVMContext &context = back_branch.getContext();
  const auto hint = [&](const char *name) {
    return llvm::MDNode::get(context, llvm::MDString::get(context, name));
  };
  llvm::MDNode *loop = back_branch.getMetadata(llvm::LLVMContext::MD_loop);
  back_branch.setMetadata(
      llvm::LLVMContext::MD_loop,
      llvm::makePostTransformationMetadata(context, loop, {}, {hint(kept), hint(not_unrolled)}));
}

llvm::PreservedAnalyses ReenableUnrolling::run(llvm::Function &function,
                                               llvm::FunctionAnalysisManager &analyses) {
  for (llvm::Loop *loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    if (llvm::getBooleanLoopAttribute(loop, kept)) {
      loop->setLoopID(llvm::makePostTransformationMetadata(function.getContext(), loop->getLoopID(),
                                                           {kept, not_unrolled}, {}));
    }
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace mux::compiler
