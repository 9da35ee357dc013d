#include "codegen/tgsi/translate/translate.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "codegen/tgsi/body/body.h"
#include "codegen/tgsi/body/stage_function.h"
#include "codegen/tgsi/instructions/guarded_access.h"
#include "codegen/tgsi/instructions/table.h"
#include "codegen/tgsi/text/text_error.h"
#include "codegen/tgsi/translate/access_runs.h"
#include "codegen/tgsi/translate/kernel.h"

namespace mux::compiler::tgsi {
namespace {

/// Clang's data layout for spir64.
constexpr const char *data_layout =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

/// Whether an instruction tests the facing of a fragment: SGE of a FACE input.
bool is_facing_test(const Program &program, const Instruction &instruction) {
  if (program.stage != Stage::fragment || instruction.opcode != Opcode::SGE) {
    return false;
  }
  const Register &place = instruction.sources[0].place;
  const auto number = static_cast<uint32_t>(place.index.offset);
  return place.file == File::input && !place.index.is_indirect &&
         std::any_of(program.declarations.begin(), program.declarations.end(),
                     [&](const Declaration &input) {
                       return input.file == File::input && input.semantic == Semantic::face &&
                              input.first <= number && number <= input.last;
                     });
}

/// Shaders of Mesa with integers use the 1.0 of a facing test as a boolean, also for NOT. All ones
/// are right there, and in the other uses of booleans.
void translate_as_boolean(Body &body, const Instruction &instruction) {
  Instruction boolean = instruction;
  boolean.opcode = Opcode::FSGE;
  boolean.saturate = false;
  translate_instruction(body, boolean);
}

/// What work-items without a fragment write has no effect.
void translate_one(Body &body, const Instruction &instruction) {
  if (body.has_integer_booleans && is_facing_test(body.program, instruction)) {
    translate_as_boolean(body, instruction);
    return;
  }
  if (body.program.stage != Stage::fragment || !writes_memory(instruction.opcode)) {
    translate_instruction(body, instruction);
    return;
  }
  llvm::BasicBlock *writing = body.create_block();
  llvm::BasicBlock *after = body.create_block();
  body.builder.CreateCondBr(fragment_writes(body.kernel, body.builder), writing, after);
  body.builder.SetInsertPoint(writing);
  translate_instruction(body, instruction);
  body.builder.CreateBr(after);
  body.builder.SetInsertPoint(after);
}

void translate_each(Body &body, std::span<const Instruction> instructions) {
  for (const Instruction &instruction : instructions) {
    translate_one(body, instruction);
  }
}

/// Translates a run without checks for the case that all of its accesses are in range, and with a
/// check of each.
void translate_run(Body &body, const AccessRun &run, std::span<const Instruction> instructions) {
  llvm::BasicBlock *checked = body.create_block();
  llvm::BasicBlock *unchecked = body.create_block();
  llvm::BasicBlock *after = body.create_block();
  body.builder.CreateCondBr(are_inside(body, run.accesses), unchecked, checked);
  body.builder.SetInsertPoint(unchecked);
  body.unchecked.insert(run.accesses.begin(), run.accesses.end());
  translate_each(body, instructions);
  body.unchecked.clear();
  body.builder.CreateBr(after);
  body.builder.SetInsertPoint(checked);
  translate_each(body, instructions);
  body.builder.CreateBr(after);
  body.builder.SetInsertPoint(after);
}

/// Whether the first instruction is a fence that the barrier after it includes.
bool is_redundant_fence(std::span<const Instruction> instructions) {
  return instructions.size() > 1 && instructions[0].opcode == Opcode::MEMBAR &&
         instructions[1].opcode == Opcode::BARRIER;
}

void translate_instructions(Body &body, std::span<const Instruction> instructions) {
  while (!instructions.empty()) {
    const std::optional<AccessRun> run = find_access_run(instructions);
    const size_t length = run ? run->length : 1;
    if (run) {
      translate_run(body, *run, instructions.first(length));
    } else if (!is_redundant_fence(instructions)) {
      translate_one(body, instructions.front());
    }
    instructions = instructions.subspan(length);
  }
}

void translate_body(const Program &program, llvm::Function &kernel, bool correctly_rounded) {
  llvm::BasicBlock::Create(kernel.getContext(), "", &kernel);
  Body body(program, kernel, correctly_rounded);
  llvm::BasicBlock *const first = body.builder.GetInsertBlock();
  translate_instructions(body, program.instructions);
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
  const bool is_function = is_function_stage(program.stage);
  auto module = std::make_unique<llvm::Module>("", context);
  module->setTargetTriple("spir64");
  module->setDataLayout(data_layout);
  translate_body(
      program,
      is_function ? declare_stage_function(program, *module) : declare_kernel(program, *module),
      correctly_rounded);
  verify(*module);
  return module;
}

}  // namespace mux::compiler::tgsi
