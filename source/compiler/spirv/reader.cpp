#include "compiler/spirv/reader.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/failure.h"
#include "compiler/link/math_options.h"
#include "compiler/link/unused_functions.h"
#include "compiler/link/write_bitcode.h"
#include "compiler/spirv/module/module_error.h"
#include "compiler/spirv/translate/constants.h"
#include "compiler/spirv/translate/fp_relaxations.h"
#include "compiler/spirv/translate/translate.h"

namespace mux::compiler::spirv {

llvm::Expected<Bitcode> read_module(std::string_view bytes, const ReadOptions &options) try {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module =
      translate(bytes, options.specialization, options.keep_lines, context);
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
