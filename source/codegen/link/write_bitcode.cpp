#include "codegen/link/write_bitcode.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

namespace mux::compiler {

Bitcode write_bitcode(const llvm::Module &module) {
  Bitcode bitcode;
  for (const llvm::Function &function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      bitcode.kernel_names.push_back(function.getName().str());
    }
  }
  llvm::raw_string_ostream stream(bitcode.bytes);
  llvm::WriteBitcodeToFile(module, stream);
  return bitcode;
}

}  // namespace mux::compiler
