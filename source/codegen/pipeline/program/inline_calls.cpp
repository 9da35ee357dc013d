#include "codegen/pipeline/program/inline_calls.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/ir/function_calls.h"
#include "codegen/ir/known_image_functions.h"
#include "codegen/ir/noinline_functions.h"

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

/// How long the inlining of a library built-in (builtins/library) is deferred.
enum class Late {
  no,
  /// It selects one of several implementations.
  choice,
  /// It is computed once for several callers with the same argument.
  shared
};

Late lateness(const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  if (name.starts_with("mux_choose_")) {
    return Late::choice;
  }
  return name.starts_with("mux_shared_") ? Late::shared : Late::no;
}

/// Inlines calls, including those in inlined code.
class Inliner {
 public:
  Inliner(llvm::Function &function, bool leaves_kept, llvm::FunctionAnalysisManager &analyses)
      : function_(function), leaves_kept_(leaves_kept), analyses_(analyses) {}

  /// @param first functions with this or a later lateness are not inlined.
  /// @return the calls of these.
  Calls inline_before(Late first) {
    Calls pending = calls_of(function_);
    Calls left;
    // In reverse order: inlining splits the call's block and moves what follows the call.
    while (!pending.empty()) {
      llvm::CallBase &call = *pending.pop_back_val();
      llvm::Function *callee = called_function(call);
      if (callee == nullptr || callee->isDeclaration() || is_known_image_function(*callee) ||
          (leaves_kept_ && is_kept(*callee)) || !llvm::isInlineViable(*callee).isSuccess()) {
        continue;
      }
      if (first != Late::no && lateness(*callee) >= first) {
        left.push_back(&call);
        continue;
      }
      llvm::InlineFunctionInfo inlined;
      const bool done = llvm::InlineFunction(call, inlined, /*MergeAttributes=*/true,
                                             &analyses_.getResult<llvm::AAManager>(*callee))
                            .isSuccess();
      if (done) {
        pending.append(inlined.InlinedCallSites.begin(), inlined.InlinedCallSites.end());
      }
    }
    return left;
  }

  /// Eliminates common subexpressions among calls with the same arguments.
  void join_calls() {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    analyses_.invalidate(function_, llvm::PreservedAnalyses::none());
    passes.run(function_, analyses_);
  }

 private:
  llvm::Function &function_;
  bool leaves_kept_;
  llvm::FunctionAnalysisManager &analyses_;
};

/// The implementation of a choice whose name has the prefix.
llvm::Function *form_of(llvm::Function &choice, llvm::StringRef prefix) {
  for (llvm::Instruction &instruction : llvm::instructions(choice)) {
    llvm::Function *form = called_function(instruction);
    if (form != nullptr && form->getName().starts_with(prefix)) {
      return form;
    }
  }
  return nullptr;
}

/// Replaces each choice by a call of an implementation, depending on whether another choice has the
/// same argument.
void choose_forms(const Calls &choices) {
  llvm::DenseMap<const llvm::Value *, const llvm::Function *> chosen_for;
  llvm::SmallPtrSet<const llvm::Value *, 8> joint_arguments;
  for (const llvm::CallBase *call : choices) {
    const llvm::Value *argument = call->getArgOperand(0);
    const llvm::Function *callee = call->getCalledFunction();
    const llvm::Function *&first = chosen_for[argument];
    if (first != nullptr && first != callee) {
      joint_arguments.insert(argument);
    }
    first = callee;
  }
  for (llvm::CallBase *call : choices) {
    llvm::Value *argument = call->getArgOperand(0);
    const bool is_joint = joint_arguments.contains(argument);
    llvm::Function *form =
        form_of(*call->getCalledFunction(), is_joint ? "mux_joint_" : "mux_alone_");
    if (form != nullptr) {
      llvm::CallInst *replacement = llvm::CallInst::Create(form, argument, "", call->getIterator());
      replacement->setCallingConv(form->getCallingConv());
      replacement->setDebugLoc(call->getDebugLoc());
      call->replaceAllUsesWith(replacement);
      call->eraseFromParent();
    }
  }
}

}  // namespace

void inline_calls(llvm::Function &function, bool leaves_kept,
                  llvm::FunctionAnalysisManager &analyses) {
  Inliner inliner(function, leaves_kept, analyses);
  Calls left = inliner.inline_before(Late::choice);
  if (left.size() > 1) {
    inliner.join_calls();
  }
  if (!left.empty()) {
    choose_forms(inliner.inline_before(Late::choice));
    left = inliner.inline_before(Late::shared);
    if (left.size() > 1) {
      inliner.join_calls();
    }
    inliner.inline_before(Late::no);
  }
}

}  // namespace mux::compiler
