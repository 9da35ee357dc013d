// Every instruction of the grammar is translated, or rejected by name.

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string_view>

#include "compile.h"
#include "compiler/spirv/grammar/grammar.h"
#include "modules.h"
#include "one_instruction.h"

using namespace mux::compiler::spirv;
using namespace mux::test;

namespace {

/// The names of supported capabilities.
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

/// Vendor instructions may need only Khronos' capabilities.
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

/// For graphics or device-side enqueue, although no capability says so.
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

TEST_CASE("every instruction is translated, or rejected by name", "[muxCompile][source]") {
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

TEST_CASE("an unsupported capability or extension is rejected by name", "[muxCompile]") {
  std::vector<uint32_t> words = {0x07230203, 0x00010400, 0, id_bound, 0};
  append_instruction(words, Op::Capability, {static_cast<uint32_t>(Capability::Shader)});
  REQUIRE(contains(compile(bytes_of(words)).log,
                   "word 5: OpCapability: the capability Shader is not supported"));
  words.resize(5);
  append_instruction(words, Op::Capability, {static_cast<uint32_t>(Capability::Kernel)});
  append_instruction(words, Op::Extension, {0x5f565053, 0x00000058});
  REQUIRE(contains(compile(bytes_of(words)).log,
                   "word 7: OpExtension: the extension SPV_X is not supported"));
}
