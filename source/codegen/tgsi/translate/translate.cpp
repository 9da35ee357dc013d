#include "codegen/tgsi/translate/translate.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

#include "codegen/tgsi/body/body.h"
#include "codegen/tgsi/instructions/table.h"
#include "codegen/tgsi/text/text_error.h"
#include "codegen/tgsi/translate/kernel.h"

namespace mux::compiler::tgsi {
namespace {

/// Clang's data layout for spir64.
constexpr const char *data_layout =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

void translate_body(const Program &program, llvm::Function &kernel, bool correctly_rounded) {
  Body body(program, kernel, correctly_rounded);
  llvm::BasicBlock *const first = body.builder.GetInsertBlock();
  for (const Instruction &instruction : program.instructions) {
    translate_instruction(body, instruction);
  }
  body.builder.CreateBr(body.exit);
  // The variables are complete now.
  body.builder.SetInsertPoint(&kernel.getEntryBlock());
  body.builder.CreateBr(first);
  body.builder.SetInsertPoint(body.exit);
  body.builder.CreateRetVoid();
}

void verify(const llvm::Module &module) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(module, &stream)) {
    throw TextError("the translated shader is not valid: " + stream.str());
  }
}

}  // namespace

std::unique_ptr<llvm::Module> translate(const Program &program, bool correctly_rounded,
                                        llvm::LLVMContext &context) {
  if (program.stage != Stage::compute) {
    throw TextError(1, name_of(program.stage),
                    "shaders of this stage are not supported yet; those of COMP are");
  }
  auto module = std::make_unique<llvm::Module>("", context);
  module->setTargetTriple("spir64");
  module->setDataLayout(data_layout);
  translate_body(program, declare_kernel(program, *module), correctly_rounded);
  verify(*module);
  return module;
}

}  // namespace mux::compiler::tgsi
