#include "codegen/optimize/known_library.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

#include <utility>

namespace mux::compiler {

llvm::TargetLibraryInfoImpl known_library(const llvm::Module &module) {
  llvm::TargetLibraryInfoImpl library{llvm::Triple(module.getTargetTriple())};
  library.disableAllFunctions();
  library.setAvailable(llvm::LibFunc_memcpy);
  library.setAvailable(llvm::LibFunc_memmove);
  library.setAvailable(llvm::LibFunc_memset);
  return library;
}

void run_on_functions(llvm::FunctionPassManager function_passes, llvm::Module &module,
                      llvm::TargetMachine &machine) {
  llvm::PassBuilder builder(&machine);
  KnownLibraryAnalyses analyses(builder, module);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(function_passes)));
  passes.run(module, analyses.modules);
}

}  // namespace mux::compiler
