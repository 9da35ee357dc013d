#include "codegen/optimize/fold_constants.h"

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/LowerConstantIntrinsics.h>

#include "codegen/optimize/known_library.h"

namespace mux::compiler {

void fold_constants(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::InstSimplifyPass());
  passes.addPass(llvm::LowerConstantIntrinsicsPass());
  run_on_functions(std::move(passes), module, machine);
}

}  // namespace mux::compiler
