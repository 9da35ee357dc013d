#include "compiler/spirv/grammar/grammar.h"

#include <algorithm>

namespace mux::compiler::spirv {
namespace {

const InstructionGrammar *find(std::span<const InstructionGrammar> table, uint32_t opcode) {
  const auto found = std::lower_bound(
      table.begin(), table.end(), opcode,
      [](const InstructionGrammar &row, uint32_t wanted) { return row.opcode < wanted; });
  return found != table.end() && found->opcode == opcode ? &*found : nullptr;
}

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    text += (text.empty() ? "" : " or ") + std::string(name);
  }
  return text;
}

}  // namespace

const InstructionGrammar *find_instruction(uint32_t opcode) {
  return find(all_instructions(), opcode);
}

const InstructionGrammar *find_opencl_function(uint32_t opcode) {
  return find(opencl_functions(), opcode);
}

const Enumerant *find_enumerant(OperandKind kind, uint32_t value) {
  const auto enumerants = operand_kinds()[static_cast<size_t>(kind)].enumerants;
  const auto found =
      std::lower_bound(enumerants.begin(), enumerants.end(), value,
                       [](const Enumerant &row, uint32_t wanted) { return row.value < wanted; });
  return found != enumerants.end() && found->value == value ? &*found : nullptr;
}

std::string instruction_name(uint32_t opcode) {
  const InstructionGrammar *instruction = find_instruction(opcode);
  return instruction == nullptr ? "opcode " + std::to_string(opcode)
                                : std::string(instruction->name);
}

std::string enumerant_name(OperandKind kind, uint32_t value) {
  const Enumerant *enumerant = find_enumerant(kind, value);
  return enumerant == nullptr ? std::to_string(value) : std::string(enumerant->name);
}

std::string requirements_of(const InstructionGrammar &instruction) {
  std::string text;
  if (!instruction.capabilities.empty()) {
    text = "capability " + joined(instruction.capabilities);
  }
  if (!instruction.extensions.empty()) {
    text += (text.empty() ? "" : ", ") + ("extension " + joined(instruction.extensions));
  }
  return text;
}

}  // namespace mux::compiler::spirv
