#include "one_instruction.h"

#include <algorithm>
#include <string_view>

namespace mux::test {

using namespace compiler::spirv;
using Words = std::vector<uint32_t>;

namespace {

// Ids of these modules.
constexpr uint32_t void_type = 1;
constexpr uint32_t function_type = 2;
constexpr uint32_t function = 3;
constexpr uint32_t label = 4;
constexpr uint32_t result = 5;
constexpr uint32_t number_type = 6;
constexpr uint32_t nothing = 7;

Words operands_of(const InstructionGrammar &instruction) {
  Words operands;
  for (const Operand &operand : instruction.operands) {
    if (operand.quantifier != Quantifier::once) {
      continue;
    }
    const KindGrammar &kind = operand_kinds()[static_cast<size_t>(operand.kind)];
    if (operand.kind == OperandKind::IdResultType) {
      operands.push_back(number_type);
    } else if (operand.kind == OperandKind::IdResult) {
      operands.push_back(result);
    } else if (kind.category == Category::Id) {
      operands.push_back(nothing);
    } else if (kind.category == Category::ValueEnum) {
      operands.push_back(kind.enumerants.front().value);
      for (size_t i = 0; i < kind.enumerants.front().parameters.size(); ++i) {
        operands.push_back(nothing);
      }
    } else {
      operands.push_back(0);
    }
  }
  return operands;
}

}  // namespace

void append_instruction(Words &words, Op opcode, const Words &operands) {
  words.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | static_cast<uint32_t>(opcode));
  words.insert(words.end(), operands.begin(), operands.end());
}

Words module_with(const InstructionGrammar &instruction) {
  Words words = {0x07230203, 0x00010400, 0, id_bound, 0};
  append_instruction(words, Op::Capability, {static_cast<uint32_t>(Capability::Kernel)});
  append_instruction(words, Op::Capability, {static_cast<uint32_t>(Capability::Addresses)});
  append_instruction(words, Op::MemoryModel,
                     {static_cast<uint32_t>(AddressingModel::Physical64),
                      static_cast<uint32_t>(MemoryModel::OpenCL)});
  append_instruction(words, Op::TypeVoid, {void_type});
  append_instruction(words, Op::TypeInt, {number_type, 32, 0});
  append_instruction(words, Op::TypeFunction, {function_type, void_type});
  append_instruction(words, Op::Function, {void_type, function, 0, function_type});
  append_instruction(words, Op::Label, {label});
  append_instruction(words, static_cast<Op>(instruction.opcode), operands_of(instruction));
  append_instruction(words, Op::Return, {});
  append_instruction(words, Op::FunctionEnd, {});
  return words;
}

bool belongs_into_function(const InstructionGrammar &instruction) {
  static constexpr std::string_view outside[] = {"OpUndef",
                                                 "OpName",
                                                 "OpMemberName",
                                                 "OpString",
                                                 "OpSource",
                                                 "OpSourceContinued",
                                                 "OpSourceExtension",
                                                 "OpModuleProcessed",
                                                 "OpExtension",
                                                 "OpExtInstImport",
                                                 "OpMemoryModel",
                                                 "OpEntryPoint",
                                                 "OpExecutionMode",
                                                 "OpExecutionModeId",
                                                 "OpCapability",
                                                 "OpDecorate",
                                                 "OpMemberDecorate",
                                                 "OpDecorationGroup",
                                                 "OpGroupDecorate",
                                                 "OpGroupMemberDecorate",
                                                 "OpDecorateId",
                                                 "OpDecorateString",
                                                 "OpMemberDecorateString",
                                                 "OpFunction",
                                                 "OpFunctionParameter",
                                                 "OpFunctionEnd",
                                                 "OpLabel"};
  return std::ranges::find(outside, instruction.name) == std::end(outside) &&
         !instruction.name.starts_with("OpType") && !instruction.name.starts_with("OpConstant") &&
         !instruction.name.starts_with("OpSpecConstant") &&
         !instruction.name.starts_with("OpAlias");
}

}  // namespace mux::test
