#include "compiler/pipeline/lower/inline_calls.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/ir/function_calls.h"

namespace mux::compiler {

void inline_calls(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses) {
  llvm::SmallVector<llvm::CallBase *> pending;
  for (llvm::Instruction &instruction : llvm::instructions(kernel)) {
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      pending.push_back(call);
    }
  }
  // The last call first: each cuts its block in two, and what stands behind it is moved.
  while (!pending.empty()) {
    llvm::CallBase &call = *pending.pop_back_val();
    llvm::Function *callee = called_function(call);
    if (callee == nullptr || callee->isDeclaration() ||
        !llvm::isInlineViable(*callee).isSuccess()) {
      continue;
    }
    llvm::InlineFunctionInfo inlined;
    const bool done = llvm::InlineFunction(call, inlined, /*MergeAttributes=*/true,
                                           &analyses.getResult<llvm::AAManager>(*callee))
                          .isSuccess();
    if (done) {
      pending.append(inlined.InlinedCallSites.begin(), inlined.InlinedCallSites.end());
    }
  }
}

}  // namespace mux::compiler
