// Every instruction of the grammar is translated, or refused by its name.

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string_view>

#include "compile.h"
#include "compiler/spirv/grammar/grammar.h"
#include "modules.h"

using namespace mux::compiler::spirv;
using namespace mux::test;

namespace {

// Ids of the modules here.
constexpr uint32_t void_type = 1;
constexpr uint32_t function_type = 2;
constexpr uint32_t function = 3;
constexpr uint32_t label = 4;
constexpr uint32_t result = 5;
constexpr uint32_t number_type = 6;
constexpr uint32_t nothing = 7;
constexpr uint32_t bound = 8;

using Words = std::vector<uint32_t>;

void append(Words &words, Op opcode, const Words &operands) {
  words.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | static_cast<uint32_t>(opcode));
  words.insert(words.end(), operands.begin(), operands.end());
}

/// Operands of which only their number and their kinds are right.
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

/// A module with the instruction in a function.
Words module_with(const InstructionGrammar &instruction) {
  Words words = {0x07230203, 0x00010400, 0, bound, 0};
  append(words, Op::Capability, {static_cast<uint32_t>(Capability::Kernel)});
  append(words, Op::Capability, {static_cast<uint32_t>(Capability::Addresses)});
  append(words, Op::MemoryModel,
         {static_cast<uint32_t>(AddressingModel::Physical64),
          static_cast<uint32_t>(MemoryModel::OpenCL)});
  append(words, Op::TypeVoid, {void_type});
  append(words, Op::TypeInt, {number_type, 32, 0});
  append(words, Op::TypeFunction, {function_type, void_type});
  append(words, Op::Function, {void_type, function, 0, function_type});
  append(words, Op::Label, {label});
  append(words, static_cast<Op>(instruction.opcode), operands_of(instruction));
  append(words, Op::Return, {});
  append(words, Op::FunctionEnd, {});
  return words;
}

/// The names of the capabilities that a module may have.
std::set<std::string_view> supported_capabilities() {
  mux_compiler_features_t features = {};
  REQUIRE(muxGetCompilerFeatures(&features) == mux_success);
  std::set<std::string_view> names;
  for (uint64_t i = 0; i < features.spirv_capability_count; ++i) {
    const Enumerant *capability =
        find_enumerant(OperandKind::Capability, features.spirv_capabilities[i]);
    REQUIRE(capability != nullptr);
    names.insert(capability->name);
  }
  return names;
}

/// Also other companies' instructions ask for the capabilities of Khronos' own.
bool needs_only(const InstructionGrammar &instruction,
                const std::set<std::string_view> &capabilities) {
  if (instruction.name.ends_with("AMD") || instruction.name.ends_with("NV")) {
    return false;
  }
  return instruction.capabilities.empty() ||
         std::ranges::any_of(instruction.capabilities, [&](std::string_view capability) {
           return capabilities.contains(capability);
         });
}

/// They stand outside of functions, or make types and constants.
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

/// What is for graphics or for enqueueing from kernels, though no capability says so.
bool is_for_others(std::string_view name) {
  static constexpr std::string_view names[] = {"OpMatrixTimesScalar",
                                               "OpVectorTimesMatrix",
                                               "OpMatrixTimesVector",
                                               "OpMatrixTimesMatrix",
                                               "OpOuterProduct",
                                               "OpTranspose",
                                               "OpImageTexelPointer",
                                               "OpImageSampleImplicitLod",
                                               "OpImageFetch",
                                               "OpTerminateInvocation",
                                               "OpQuantizeToF16",
                                               "OpGetKernelLocalSizeForSubgroupCount",
                                               "OpGetKernelMaxNumSubgroups",
                                               "OpImageQuerySamples",
                                               "OpImageQueryLevels"};
  return std::ranges::find(names, name) != std::end(names);
}

}  // namespace

TEST_CASE("every instruction is translated, or refused by its name", "[muxCompile][source]") {
  const std::set<std::string_view> capabilities = supported_capabilities();
  for (const InstructionGrammar &instruction : all_instructions()) {
    INFO(instruction.name);
    const CompileResult compiled = compile(bytes_of(module_with(instruction)));
    REQUIRE((compiled.result == mux_success || compiled.result == mux_error_failure));
    if (compiled.result == mux_success || !belongs_into_function(instruction)) {
      continue;
    }
    CHECK(contains(compiled.log, "error: word "));
    const std::string name(instruction.name);
    CHECK((contains(compiled.log, name + ":") || contains(compiled.log, "OpReturn")));
    if (needs_only(instruction, capabilities) && !is_for_others(instruction.name)) {
      CHECK_FALSE(contains(compiled.log, name + ": is not supported"));
    }
  }
}

TEST_CASE("a capability or an extension that there is not is refused by its name", "[muxCompile]") {
  Words words = {0x07230203, 0x00010400, 0, bound, 0};
  append(words, Op::Capability, {static_cast<uint32_t>(Capability::Shader)});
  REQUIRE(contains(compile(bytes_of(words)).log,
                   "word 5: OpCapability: the capability Shader is not supported"));
  words.resize(5);
  append(words, Op::Capability, {static_cast<uint32_t>(Capability::Kernel)});
  append(words, Op::Extension, {0x5f565053, 0x00000058});
  REQUIRE(contains(compile(bytes_of(words)).log,
                   "word 7: OpExtension: the extension SPV_X is not supported"));
}
