#include "codegen/optimize/emit_object.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/ir/failure.h"
#include "codegen/optimize/known_library.h"

namespace mux::compiler {

llvm::Expected<std::string> emit_object(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  passes.add(new llvm::TargetLibraryInfoWrapperPass(known_library(module)));
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    return failure("LLVM cannot write objects for " + module.getTargetTriple());
  }
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace mux::compiler
