#include "codegen/spirv/reader.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/failure.h"
#include "codegen/link/math_options.h"
#include "codegen/link/unused_functions.h"
#include "codegen/link/write_bitcode.h"
#include "codegen/spirv/translate/constants.h"
#include "codegen/spirv/translate/fp_relaxations.h"
#include "codegen/spirv/translate/translate.h"
#include "compiler/spirv/module_error.h"

namespace mux::compiler::spirv {

llvm::Expected<Bitcode> read_module(std::string_view bytes, const ReadOptions &options) try {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = translate(
      bytes, options.specialization, options.opens_constants, options.keep_lines, context);
  module->setModuleIdentifier(options.name);
  module->setSourceFileName(options.name);
  if (!options.keep_unused) {
    drop_unused_functions(*module);
  }
  if (!options.correctly_rounded) {
    attach_fpmath(*module);
  }
  apply_math_options(*module, options.math);
  return write_bitcode(*module);
} catch (const ModuleError &refusal) {
  return failure(refusal.what());
}

llvm::Expected<std::vector<SpecializationConstant>> list_specialization_constants(
    std::string_view bytes) try {
  const Module module(bytes);
  return specialization_constants(module);
} catch (const ModuleError &refusal) {
  return failure(refusal.what());
}

}  // namespace mux::compiler::spirv
