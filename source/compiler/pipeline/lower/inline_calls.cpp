#include "compiler/pipeline/lower/inline_calls.h"

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

#include "compiler/ir/function_calls.h"
#include "compiler/ir/kept_functions.h"
#include "compiler/ir/known_image_functions.h"

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

/// What built-ins of the library (builtins/library) leave to be decided where all calls are seen.
enum class Late {
  no,
  /// One of several forms.
  choice,
  /// Called for the same value by several.
  shared
};

Late lateness(const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  if (name.starts_with("mux_choose_")) {
    return Late::choice;
  }
  return name.starts_with("mux_shared_") ? Late::shared : Late::no;
}

/// Inlines the calls, and those in what they become, but for some.
class Inliner {
 public:
  Inliner(llvm::Function &function, bool leaves_kept, llvm::FunctionAnalysisManager &analyses)
      : function_(function), leaves_kept_(leaves_kept), analyses_(analyses) {}

  /// @param first of those that are left.
  /// @return the calls that it left.
  Calls inline_before(Late first) {
    Calls pending = calls_of(function_);
    Calls left;
    // The last call first: each cuts its block in two, and what stands behind it is moved.
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

  /// Leaves one call of those with the same arguments.
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

/// The function that a choice is if its name begins like this.
llvm::Function *form_of(llvm::Function &choice, llvm::StringRef prefix) {
  for (llvm::Instruction &instruction : llvm::instructions(choice)) {
    llvm::Function *form = called_function(instruction);
    if (form != nullptr && form->getName().starts_with(prefix)) {
      return form;
    }
  }
  return nullptr;
}

/// Makes each choice, by whether another one has the same argument, a call of one of its forms.
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
