// Reading clocks (SPV_KHR_shader_clock).

#include <string>

#include "compiler/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

/// What the functions of cl_khr_kernel_clock end with.
const char *scope_name(Body &body, const Instruction &instruction) {
  switch (static_cast<Scope>(body.context.integer(instruction.operands[0], instruction))) {
    case Scope::Device:
      return "device";
    case Scope::Workgroup:
      return "work_group";
    case Scope::Subgroup:
      return "sub_group";
    default:
      instruction.refuse("the scope is no device, work-group or sub-group");
  }
}

/// A number of 64 bits, or its halves, the lower one first.
Value *read_clock(Body &body, const Instruction &instruction) {
  llvm::Type *type = body.result_type(instruction).type;
  auto *halves = llvm::FixedVectorType::get(body.builder.getInt32Ty(), 2);
  instruction.require(type->isIntegerTy(64) || type == halves,
                      "the result is no integer of 64 bits and no vector of two of 32 bits");
  const std::string name = type == halves ? "clock_read_hilo_" : "clock_read_";
  // The effect keeps two reads from becoming one.
  return call_builtin(body, instruction, name + scope_name(body, instruction), type, {},
                      BuiltinEffect::memory);
}

constexpr TranslatedOpcode table[] = {{Op::ReadClockKHR, read_clock}};

}  // namespace

std::span<const TranslatedOpcode> clock_instructions() {
  return table;
}

}  // namespace mux::compiler::spirv
