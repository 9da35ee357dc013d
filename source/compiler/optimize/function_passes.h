/// @file
/// LLVM's passes for one function in the middle of vectorization.

#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

#include <utility>

#include "compiler/optimize/pass_analyses.h"

namespace mux::compiler {

/// Runs passes over a function, and keeps what they found out for the next ones. Functions have the
/// names of the C library's only by chance.
class FunctionPasses {
 public:
  FunctionPasses(llvm::Function &function, llvm::TargetMachine &machine)
      : function_(function), builder_(&machine) {
    llvm::TargetLibraryInfoImpl library{llvm::Triple(function.getParent()->getTargetTriple())};
    library.disableAllFunctions();
    analyses_.functions.registerPass(
        [library = std::move(library)] { return llvm::TargetLibraryAnalysis(library); });
    analyses_.register_all(builder_);
  }

  void run(llvm::FunctionPassManager passes) {
    analyses_.functions.invalidate(function_, passes.run(function_, analyses_.functions));
  }

  /// To be called after changes that no pass made.
  void forget() { analyses_.functions.invalidate(function_, llvm::PreservedAnalyses::none()); }

  /// What an analysis says of the function now.
  template <typename Analysis>
  typename Analysis::Result &result() {
    return analyses_.functions.getResult<Analysis>(function_);
  }

 private:
  llvm::Function &function_;
  llvm::PassBuilder builder_;
  PassAnalyses analyses_;
};

/// Gives loops the form that marks and unrolling want: one way in, the test at the end.
llvm::FunctionPassManager loop_preparing_passes();

/// Unrolls loops that are marked with llvm.loop.unroll.full, and no others, and folds what that
/// made constant.
llvm::FunctionPassManager unrolling_passes();

/// Folds what has become constant, and removes branches that always go one way.
llvm::FunctionPassManager folding_passes();

}  // namespace mux::compiler
