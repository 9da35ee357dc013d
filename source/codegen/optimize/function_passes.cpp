#include "codegen/optimize/function_passes.h"

#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace mux::compiler {

llvm::FunctionPassManager loop_preparing_passes() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::LCSSAPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopRotatePass()));
  return passes;
}

llvm::FunctionPassManager unrolling_passes() {
  llvm::LoopUnrollOptions options(3, true);
  options.setPartial(false).setPeeling(false).setRuntime(false).setUpperBound(false);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LoopUnrollPass(options));
  passes.addPass(folding_passes());
  return passes;
}

llvm::FunctionPassManager folding_passes() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::ADCEPass());
  return passes;
}

}  // namespace mux::compiler
