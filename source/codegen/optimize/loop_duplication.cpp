#include "codegen/optimize/loop_duplication.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Metadata.h>

#include "codegen/optimize/disable_runtime_unrolling.h"
#include "codegen/optimize/loop_hints.h"

namespace mux::compiler {

void disable_unswitching(llvm::IRBuilderBase &builder) {
  // Generates no code. LLVM must not make a convergent call depend on additional conditions, so it
  // does not duplicate the loop; it cannot remove the call either, which has a side effect.
  llvm::CallInst *marker = builder.CreateIntrinsic(llvm::Intrinsic::sideeffect, {}, {});
  marker->setConvergent();
}

void disable_unrolling(llvm::BranchInst &back_branch) {
  llvm::MDNode *loop = back_branch.getMetadata(llvm::LLVMContext::MD_loop);
  back_branch.setMetadata(llvm::LLVMContext::MD_loop, with_loop_hint(back_branch.getContext(), loop,
                                                                     "llvm.loop.unroll.disable"));
}

void compile_for_size(llvm::Function &function) {
  disable_runtime_unrolling(function);
  function.addFnAttr(llvm::Attribute::Cold);
  function.addFnAttr(llvm::Attribute::OptimizeForSize);
  function.addFnAttr(llvm::Attribute::MinSize);
}

}  // namespace mux::compiler
