#include "codegen/spirv/instructions/table.h"

#include <unordered_map>

namespace mux::compiler::spirv {
namespace {

using Table = std::span<const TranslatedOpcode>;

std::unordered_map<uint32_t, Translate> join(std::initializer_list<Table> tables) {
  std::unordered_map<uint32_t, Translate> all;
  for (const Table table : tables) {
    for (const auto &[opcode, translate] : table) {
      all.emplace(static_cast<uint32_t>(opcode), translate);
    }
  }
  return all;
}

Translate find(const std::unordered_map<uint32_t, Translate> &table, Op opcode) {
  const auto found = table.find(static_cast<uint32_t>(opcode));
  return found == table.end() ? nullptr : found->second;
}

}  // namespace

Translate find_translation(Op opcode) {
  static const auto table =
      join({arithmetic_instructions(), bit_instructions(), comparison_instructions(),
            conversion_instructions(), composite_instructions(), address_instructions(),
            memory_instructions(), control_flow_instructions(), atomic_instructions(),
            synchronization_instructions(), group_instructions(), sub_group_instructions(),
            image_instructions(), event_instructions(), pipe_instructions(),
            dot_product_instructions(), clock_instructions(), opencl_instructions()});
  return find(table, opcode);
}

Translate find_constant_translation(Op opcode) {
  static const auto table =
      join({arithmetic_instructions(), bit_instructions(), comparison_instructions(),
            conversion_instructions(), composite_instructions(), address_instructions()});
  return find(table, opcode);
}

void translate_instruction(Body &body, const Instruction &instruction, Translate translate) {
  llvm::Value *value = translate(body, instruction);
  if (instruction.result == 0 || instruction.type == 0) {
    return;
  }
  const Type &type = body.result_type(instruction);
  if (type.is(Op::TypeVoid)) {
    return;
  }
  if (value == nullptr || value->getType() != type.type) {
    instruction.refuse("the types of the operands do not match the result type");
  }
  body.context.set(instruction.result, value);
}

}  // namespace mux::compiler::spirv
