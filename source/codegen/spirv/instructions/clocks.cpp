// Reading clocks (SPV_KHR_shader_clock).

#include <string>

#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

/// The suffix of the cl_khr_kernel_clock function.
const char *scope_name(Body &body, const Instruction &instruction) {
  switch (static_cast<Scope>(body.context.integer(instruction.operands[0], instruction))) {
    case Scope::Device:
      return "device";
    case Scope::Workgroup:
      return "work_group";
    case Scope::Subgroup:
      return "sub_group";
    default:
      instruction.refuse("the scope is not device, work-group or sub-group");
  }
}

/// Reads a clock, as a 64-bit integer or as two halves, the lower one first.
Value *read_clock(Body &body, const Instruction &instruction) {
  llvm::Type *type = body.result_type(instruction).type;
  auto *halves = llvm::FixedVectorType::get(body.builder.getInt32Ty(), 2);
  instruction.require(type->isIntegerTy(64) || type == halves,
                      "the result is neither a 64-bit integer nor a vector of two 32-bit integers");
  const std::string name = type == halves ? "clock_read_hilo_" : "clock_read_";
  // The memory effect prevents that two reads are merged.
  return call_builtin(body, instruction, name + scope_name(body, instruction), type, {},
                      BuiltinEffect::memory);
}

constexpr TranslatedOpcode clocks_table[] = {{Op::ReadClockKHR, read_clock}};

}  // namespace

std::span<const TranslatedOpcode> clock_instructions() {
  return clocks_table;
}

}  // namespace mux::compiler::spirv
