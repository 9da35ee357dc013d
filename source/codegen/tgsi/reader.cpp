#include "codegen/tgsi/reader.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/failure.h"
#include "codegen/link/math_options.h"
#include "codegen/link/write_bitcode.h"
#include "codegen/tgsi/text/parser.h"
#include "codegen/tgsi/text/text_error.h"
#include "codegen/tgsi/translate/translate.h"

namespace mux::compiler::tgsi {

llvm::Expected<Bitcode> read_shader(std::string_view text, const ReadOptions &options) try {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module =
      translate(parse_program(text), options.correctly_rounded, context);
  module->setModuleIdentifier(options.name);
  module->setSourceFileName(options.name);
  apply_math_options(*module, options.math);
  return write_bitcode(*module);
} catch (const TextError &refusal) {
  return failure(refusal.what());
}

}  // namespace mux::compiler::tgsi
