// The extended instructions of OpenCL.std, translated to calls of OpenCL C functions.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/rounding.h"
#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

/// The first two operands are the instruction set and the instruction's number.
constexpr size_t first_argument = 2;

/// A name without the prefix "s_" or "u_", and the signedness of integers that it denotes.
struct Named {
  std::string name;
  bool is_signed = true;
};

Named named(OpenCLFunction function, std::string_view name) {
  switch (function) {
    case OpenCLFunction::fclamp:
      return {"clamp"};
    case OpenCLFunction::fmax_common:
      return {"max"};
    case OpenCLFunction::fmin_common:
      return {"min"};
    case OpenCLFunction::nan:
      return {"nan", false};
    default:
      break;
  }
  if (name.starts_with("s_")) {
    return {std::string(name.substr(2)), true};
  }
  if (name.starts_with("u_")) {
    return {std::string(name.substr(2)), false};
  }
  return {std::string(name), true};
}

/// Whether an operand is unsigned regardless of the name: the lower half in upsample, and the
/// component indices in shuffle.
bool is_unsigned_operand(OpenCLFunction function, size_t index, size_t count) {
  switch (function) {
    case OpenCLFunction::s_upsample:
    case OpenCLFunction::shuffle:
    case OpenCLFunction::shuffle2:
      return index + 1 == count;
    default:
      return false;
  }
}

Value *call_plainly(Body &body, const Instruction &instruction, OpenCLFunction function,
                    std::string_view full_name) {
  const Named named_function = named(function, full_name);
  const size_t end = instruction.operands.size();
  std::vector<BuiltinArgument> arguments;
  BuiltinEffect effect = BuiltinEffect::none;
  for (size_t i = first_argument; i < end; ++i) {
    const bool is_signed = named_function.is_signed && !is_unsigned_operand(function, i, end);
    arguments.push_back(builtin_argument(body, instruction, i, is_signed));
    if (arguments.back().type.is_pointer) {
      effect = BuiltinEffect::memory;
    }
  }
  return call_builtin(body, instruction, named_function.name, body.result_type(instruction).type,
                      arguments, effect);
}

/// vload<n>, vload_half<n> and vloada_half<n>: offset, pointer, optional number of components.
Value *call_vector_load(Body &body, const Instruction &instruction, std::string_view name) {
  std::string function(name);
  if (function.ends_with('n')) {
    function.pop_back();
    function += std::to_string(instruction.operands[first_argument + 2]);
  }
  BuiltinArgument arguments[] = {builtin_argument(body, instruction, first_argument, false),
                                 builtin_argument(body, instruction, first_argument + 1, true)};
  arguments[1].type.is_const = true;
  return call_builtin(body, instruction, function, body.result_type(instruction).type, arguments,
                      BuiltinEffect::memory);
}

const char *asked_rounding(const Instruction &instruction) {
  if (instruction.operands.size() <= first_argument + 3) {
    return "";
  }
  return rounding_suffix(static_cast<FPRoundingMode>(instruction.operands[first_argument + 3]));
}

/// vstore<n>, vstore_half<n>, vstorea_half<n>: data, offset, pointer, optional rounding mode.
Value *call_vector_store(Body &body, const Instruction &instruction, std::string_view name) {
  std::string function(name);
  if (function.ends_with("_r")) {
    function.resize(function.size() - 2);
  }
  const BuiltinArgument arguments[] = {
      builtin_argument(body, instruction, first_argument, true),
      builtin_argument(body, instruction, first_argument + 1, false),
      builtin_argument(body, instruction, first_argument + 2, true)};
  if (function.ends_with('n')) {
    function.pop_back();
    function += std::to_string(arguments[0].type.lanes);
  }
  call_builtin(body, instruction, function + asked_rounding(instruction), body.builder.getVoidTy(),
               arguments, BuiltinEffect::memory);
  return nullptr;
}

/// Calls printf with a variable number of arguments.
Value *call_printf(Body &body, const Instruction &instruction) {
  llvm::SmallVector<Value *> arguments;
  for (size_t i = first_argument; i < instruction.operands.size(); ++i) {
    arguments.push_back(body.operand(instruction, i));
  }
  instruction.require(
      arguments[0]->getType()->isPointerTy() && body.result_type(instruction).type->isIntegerTy(32),
      "the format is no pointer, or the result no 32-bit integer");
  auto *type = llvm::FunctionType::get(body.builder.getInt32Ty(), {arguments[0]->getType()}, true);
  llvm::FunctionCallee printf = body.context.target.getOrInsertFunction("printf", type);
  auto *function = llvm::dyn_cast<llvm::Function>(printf.getCallee());
  instruction.require(function != nullptr && function->getFunctionType() == type,
                      "the module declares printf with another type");
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::CallInst *call = body.builder.CreateCall(printf, arguments);
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return call;
}

Value *prefetch(Body &body, const Instruction &instruction) {
  BuiltinArgument arguments[] = {builtin_argument(body, instruction, first_argument, true),
                                 builtin_argument(body, instruction, first_argument + 1, false)};
  arguments[0].type.is_const = true;
  call_builtin(body, instruction, "prefetch", body.builder.getVoidTy(), arguments,
               BuiltinEffect::memory);
  return nullptr;
}

Value *call_opencl(Body &body, const Instruction &instruction) {
  const InstructionGrammar *grammar = find_opencl_function(instruction.operands[1]);
  if (grammar == nullptr) {
    instruction.refuse("OpenCL.std has no function " + std::to_string(instruction.operands[1]));
  }
  const auto function = static_cast<OpenCLFunction>(grammar->opcode);
  check_operands(body.context.source.words(), instruction, *grammar,
                 instruction.operands.subspan(first_argument));
  if (function == OpenCLFunction::printf) {
    return call_printf(body, instruction);
  }
  if (function == OpenCLFunction::prefetch) {
    return prefetch(body, instruction);
  }
  if (grammar->name.starts_with("vload")) {
    return call_vector_load(body, instruction, grammar->name);
  }
  if (grammar->name.starts_with("vstore")) {
    return call_vector_store(body, instruction, grammar->name);
  }
  return call_plainly(body, instruction, function, grammar->name);
}

Value *extended(Body &body, const Instruction &instruction) {
  switch (body.context.source.instruction_set_of(instruction.operands[0])) {
    case InstructionSet::opencl:
      return call_opencl(body, instruction);
    case InstructionSet::ignored:
      return nullptr;
    default:
      instruction.refuse("the id " + std::to_string(instruction.operands[0]) +
                         " is no supported instruction set");
  }
}

constexpr TranslatedOpcode opencl_table[] = {{Op::ExtInst, extended}};

}  // namespace

std::span<const TranslatedOpcode> opencl_instructions() {
  return opencl_table;
}

}  // namespace mux::compiler::spirv
