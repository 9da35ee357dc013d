#include "codegen/optimize/promote_allocas.h"

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "codegen/optimize/known_library.h"

namespace mux::compiler {

void promote_allocas(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  run_on_functions(std::move(passes), module, machine);
}

}  // namespace mux::compiler
