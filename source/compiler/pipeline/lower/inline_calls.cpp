#include "compiler/pipeline/lower/inline_calls.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/ir/function_calls.h"
#include "compiler/ir/kept_functions.h"

namespace mux::compiler {

namespace {

using Calls = llvm::SmallVector<llvm::CallBase *>;

Calls calls_of(llvm::Function &function) {
  Calls calls;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      calls.push_back(call);
    }
  }
  return calls;
}

/// Whether a function is called for the same value by several functions of the library
/// (builtins/library).
bool is_shared(const llvm::Function &function) {
  return function.getName().starts_with("mux_shared_");
}

/// Inlines the calls, and those in what they become.
/// @param leaves_shared but for functions that are shared.
/// @return how many of these it left.
unsigned inline_all(Calls pending, bool leaves_kept, bool leaves_shared,
                    llvm::FunctionAnalysisManager &analyses) {
  unsigned left = 0;
  // The last call first: each cuts its block in two, and what stands behind it is moved.
  while (!pending.empty()) {
    llvm::CallBase &call = *pending.pop_back_val();
    llvm::Function *callee = called_function(call);
    if (callee == nullptr || callee->isDeclaration() ||
        (leaves_kept && is_kept(*callee)) || !llvm::isInlineViable(*callee).isSuccess()) {
      continue;
    }
    if (leaves_shared && is_shared(*callee)) {
      ++left;
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
  return left;
}

/// Leaves one call of those with the same arguments.
void join_calls(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  analyses.invalidate(kernel, llvm::PreservedAnalyses::none());
  passes.run(kernel, analyses);
}

}  // namespace

void inline_calls(llvm::Function &function, bool leaves_kept,
                  llvm::FunctionAnalysisManager &analyses) {
  const unsigned shared =
      inline_all(calls_of(function), leaves_kept, /*leaves_shared=*/true, analyses);
  if (shared > 1) {
    join_calls(function, analyses);
  }
  if (shared > 0) {
    inline_all(calls_of(function), leaves_kept, /*leaves_shared=*/false, analyses);
  }
}

}  // namespace mux::compiler
