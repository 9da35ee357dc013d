#include "compiler/link/contain.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <utility>

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

std::string contain(Bitcode bitcode, CodeKind kind) {
  Container container;
  container.kind = kind;
  for (std::string &name : bitcode.kernel_names) {
    container.kernels.emplace_back().name = std::move(name);
  }
  container.code = bitcode.bytes;
  return write_container(container);
}

std::string contain(CompiledObject object) {
  Container container;
  container.kind = CodeKind::object;
  container.cpu = std::move(object.cpu);
  container.cpu_features = std::move(object.cpu_features);
  container.kernels = std::move(object.kernels);
  container.code = object.code;
  return write_container(container);
}

}  // namespace mux::compiler
