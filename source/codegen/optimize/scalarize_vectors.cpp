#include "codegen/optimize/scalarize_vectors.h"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "codegen/optimize/expand_mask_bitcasts.h"
#include "codegen/optimize/known_library.h"

namespace mux::compiler {

void scalarize_vectors(llvm::Function &function, llvm::TargetMachine &machine) {
  expand_mask_bitcasts(function);
  llvm::PassBuilder builder(&machine);
  KnownLibraryAnalyses analyses(builder, *function.getParent());
  llvm::ScalarizerPassOptions options;
  options.ScalarizeVariableInsertExtract = true;
  options.ScalarizeLoadStore = true;
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::ScalarizerPass(options));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::ADCEPass());
  passes.run(function, analyses.functions);
}

}  // namespace mux::compiler
