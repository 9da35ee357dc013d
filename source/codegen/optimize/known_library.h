/// @file
/// LLVM's analyses for code whose only library functions are those that memory intrinsics are
/// lowered to.

#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

#include "codegen/optimize/pass_analyses.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Returns these library functions. A kernel may define a function called `puts` or `exp` that is
/// not the C library's.
llvm::TargetLibraryInfoImpl known_library(const llvm::Module &module);

/// All analyses, with known_library().
struct KnownLibraryAnalyses : PassAnalyses {
  KnownLibraryAnalyses(llvm::PassBuilder &builder, const llvm::Module &module) {
    functions.registerPass(
        [library = known_library(module)] { return llvm::TargetLibraryAnalysis(library); });
    register_all(builder);
  }
};

/// Runs the passes on all functions of a module.
void run_on_functions(llvm::FunctionPassManager function_passes, llvm::Module &module,
                      llvm::TargetMachine &machine);

}  // namespace mux::compiler
