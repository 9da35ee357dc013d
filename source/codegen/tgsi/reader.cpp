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
  const Program program = parse_program(text);
  if (is_function_stage(program.stage) && !options.is_object) {
    throw TextError(1, name_of(program.stage),
                    "shaders of this stage are functions: only an object can be made of them");
  }
  const std::unique_ptr<llvm::Module> module =
      translate(program, options.correctly_rounded, context);
  module->setModuleIdentifier(options.name);
  module->setSourceFileName(options.name);
  apply_math_options(*module, options.math);
  return write_bitcode(*module);
} catch (const TextError &refusal) {
  return failure(refusal.what());
}

}  // namespace mux::compiler::tgsi
