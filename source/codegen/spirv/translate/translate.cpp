#include "codegen/spirv/translate/translate.h"
#include "codegen/spirv/translate/fp_relaxations.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>

#include "codegen/spirv/body/body.h"
#include "codegen/spirv/translate/constants.h"
#include "codegen/spirv/translate/functions.h"

namespace mux::compiler::spirv {
namespace {

/// Clang's data layout for spir64.
constexpr const char *data_layout =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

bool is_type(Op opcode) {
  return (opcode >= Op::TypeVoid && opcode <= Op::TypeForwardPointer) ||
         instruction_name(static_cast<uint32_t>(opcode)).starts_with("OpType");
}

/// A scratch function in which operations on constants are built and folded.
class FoldingFunction {
 public:
  explicit FoldingFunction(llvm::Module &module)
      : function_(*llvm::Function::Create(
            llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false),
            llvm::GlobalValue::InternalLinkage, "", module)) {
    llvm::BasicBlock::Create(module.getContext(), "", &function_);
  }
  FoldingFunction(const FoldingFunction &) = delete;
  FoldingFunction &operator=(const FoldingFunction &) = delete;
  ~FoldingFunction() { function_.eraseFromParent(); }

  llvm::Function &function() { return function_; }

 private:
  llvm::Function &function_;
};

void translate_declaration(Body &folding, const Instruction &instruction) {
  Context &context = folding.context;
  if (is_type(instruction.opcode)) {
    const uint64_t length = instruction.opcode == Op::TypeArray
                                ? context.integer(instruction.operands[1], instruction)
                                : 0;
    context.types.add(instruction, length);
  } else if (instruction.opcode == Op::Variable) {
    translate_variable(context, instruction);
  } else if (!translate_constant(folding, instruction)) {
    const InstructionGrammar *grammar = find_instruction(static_cast<uint32_t>(instruction.opcode));
    const std::string needs = grammar == nullptr ? "" : requirements_of(*grammar);
    instruction.refuse("is not supported outside of functions" +
                       (needs.empty() ? "" : " (" + needs + ")"));
  }
}

void translate_functions(Context &context, bool keep_lines) {
  std::optional<DebugLines> debug_lines;
  if (keep_lines) {
    debug_lines.emplace(context);
  }
  for (const FunctionCode &code : context.source.functions()) {
    translate_function(context, code, debug_lines ? &*debug_lines : nullptr);
  }
  if (debug_lines) {
    debug_lines->finish();
  }
}

void verify(const llvm::Module &module) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(module, &stream)) {
    throw ModuleError("the module is not valid: " + stream.str());
  }
}

}  // namespace

std::unique_ptr<llvm::Module> translate(std::string_view bytes,
                                        std::span<const SpecializationValue> specialization,
                                        bool opens_constants, bool keep_lines,
                                        llvm::LLVMContext &llvm_context) {
  const Module source(bytes);
  auto target = std::make_unique<llvm::Module>("", llvm_context);
  target->setTargetTriple("spir64");
  target->setDataLayout(data_layout);
  Context context(source, specialization, opens_constants, *target);
  context.emit_operation = emit_open_operation;
  {
    FoldingFunction folding(*target);
    Body body(context, folding.function());
    body.is_folding = true;
    body.builder.SetInsertPoint(&folding.function().getEntryBlock());
    for (const Instruction &instruction : source.declarations()) {
      translate_declaration(body, instruction);
    }
  }
  declare_functions(context);
  translate_functions(context, keep_lines);
  form_multiply_adds(context);
  define_further_entry_points(context);
  verify(*target);
  return target;
}

}  // namespace mux::compiler::spirv
