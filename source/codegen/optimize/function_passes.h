/// @file
/// Runs LLVM's passes on one function, for use between passes of the vectorizer.

#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

#include <utility>

#include "codegen/optimize/pass_analyses.h"

namespace mux::compiler {

/// Runs passes on a function, and keeps their analyses cached for the next ones. No function is
/// assumed to be the C library's, even if it has such a name.
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

  /// Invalidates all analyses, after changes that were not made by a pass.
  void forget() { analyses_.functions.invalidate(function_, llvm::PreservedAnalyses::none()); }

  /// The result of an analysis.
  template <typename Analysis>
  typename Analysis::Result &result() {
    return analyses_.functions.getResult<Analysis>(function_);
  }

 private:
  llvm::Function &function_;
  llvm::PassBuilder builder_;
  PassAnalyses analyses_;
};

/// Converts loops to the canonical form that full unrolling requires: LoopSimplify, LCSSA, rotated.
llvm::FunctionPassManager loop_preparing_passes();

/// Fully unrolls loops that are marked with llvm.loop.unroll.full, and no others, and folds
/// constants.
llvm::FunctionPassManager unrolling_passes();

/// Folds constants and removes dead code and constant branches.
llvm::FunctionPassManager folding_passes();

}  // namespace mux::compiler
