/// @file
/// Runs one of LLVM's passes on a module.

#pragma once

#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

#include <utility>

#include "codegen/optimize/pass_analyses.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Runs the pass with all of LLVM's analyses, none of which is kept.
template <typename Pass>
void run_module_pass(llvm::Module &module, Pass pass) {
  llvm::PassBuilder builder;
  PassAnalyses analyses;
  analyses.register_all(builder);
  llvm::ModulePassManager passes;
  passes.addPass(std::move(pass));
  passes.run(module, analyses.modules);
}

}  // namespace mux::compiler
