#include "codegen/pipeline/program/eliminate_tail_recursion.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/TailRecursionElimination.h>

#include <utility>

#include "codegen/optimize/function_passes.h"

namespace mux::compiler {

namespace {

bool calls_itself(const llvm::Function &function) {
  return llvm::any_of(function.users(), [&](const llvm::User *user) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    return call != nullptr && call->getFunction() == &function;
  });
}

}  // namespace

void eliminate_tail_recursion(llvm::Module &module, llvm::TargetMachine &machine) {
  for (llvm::Function &function : module) {
    if (!calls_itself(function)) {
      continue;
    }
    // Without optimization, a returned value is stored to a variable first.
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::TailCallElimPass());
    FunctionPasses(function, machine).run(std::move(passes));
  }
}

}  // namespace mux::compiler
