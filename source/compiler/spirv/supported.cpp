#include "compiler/spirv/supported.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace mux::compiler::spirv {
namespace {

constexpr Capability capabilities[] = {
    // Capabilities of the OpenCL environment.
    Capability::Matrix,
    Capability::Addresses,
    Capability::Linkage,
    Capability::Kernel,
    Capability::Vector16,
    Capability::Float16Buffer,
    Capability::Float16,
    Capability::Float64,
    Capability::Int64,
    Capability::Int16,
    Capability::Int8,
    Capability::Int64Atomics,
    Capability::GenericPointer,
    Capability::Groups,
    Capability::Pipes,
    // Images.
    Capability::ImageBasic,
    Capability::ImageReadWrite,
    Capability::LiteralSampler,
    Capability::Sampled1D,
    Capability::Image1D,
    Capability::SampledBuffer,
    Capability::ImageBuffer,
    // Sub-groups.
    Capability::SubgroupDispatch,
    Capability::GroupNonUniform,
    Capability::GroupNonUniformVote,
    Capability::GroupNonUniformArithmetic,
    Capability::GroupNonUniformBallot,
    Capability::GroupNonUniformShuffle,
    Capability::GroupNonUniformShuffleRelative,
    Capability::GroupNonUniformClustered,
    Capability::GroupNonUniformRotateKHR,
    Capability::GroupUniformArithmeticKHR,
    Capability::SubgroupShuffleINTEL,
    // Numbers.
    Capability::DotProduct,
    Capability::DotProductInputAll,
    Capability::DotProductInput4x8Bit,
    Capability::DotProductInput4x8BitPacked,
    Capability::BitInstructions,
    Capability::DenormPreserve,
    Capability::SignedZeroInfNanPreserve,
    Capability::RoundingModeRTE,
    Capability::AtomicFloat32AddEXT,
    Capability::AtomicFloat64AddEXT,
    Capability::AtomicFloat32MinMaxEXT,
    Capability::AtomicFloat64MinMaxEXT,
    Capability::ShaderClockKHR,
    // Hints.
    Capability::ExpectAssumeKHR,
    Capability::OptNoneINTEL,
    Capability::FPFastMathModeINTEL,
    Capability::MemoryAccessAliasingINTEL,
};

constexpr const char *extensions[] = {
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_linkonce_odr",
    "SPV_KHR_float_controls",
    "SPV_KHR_expect_assume",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_bit_instructions",
    "SPV_KHR_uniform_group_instructions",
    "SPV_KHR_subgroup_rotate",
    "SPV_KHR_shader_clock",
    "SPV_KHR_non_semantic_info",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_INTEL_subgroups",
    "SPV_INTEL_memory_access_aliasing",
    "SPV_INTEL_fp_fast_math_mode",
    "SPV_INTEL_optnone",
};

constexpr const char *instruction_sets[] = {"OpenCL.std", "OpenCL.DebugInfo.100"};

}  // namespace

std::span<const uint32_t> supported_capabilities() {
  static constexpr auto numbers = [] {
    std::array<uint32_t, std::size(capabilities)> list{};
    std::transform(std::begin(capabilities), std::end(capabilities), list.begin(),
                   [](Capability capability) { return static_cast<uint32_t>(capability); });
    return list;
  }();
  return numbers;
}

std::span<const char *const> supported_extensions() {
  return extensions;
}

std::span<const char *const> supported_instruction_sets() {
  return instruction_sets;
}

bool is_supported(Capability capability) {
  return std::find(std::begin(capabilities), std::end(capabilities), capability) !=
         std::end(capabilities);
}

bool is_supported_extension(std::string_view name) {
  return std::any_of(std::begin(extensions), std::end(extensions),
                     [name](const char *extension) { return name == extension; });
}

InstructionSet instruction_set(std::string_view name) {
  if (name == "OpenCL.std") {
    return InstructionSet::opencl;
  }
  // Ignored: they do not change results.
  const bool ignored = name.starts_with("NonSemantic.") || name == "OpenCL.DebugInfo.100" ||
                       name == "SPIRV.debug" || name == "DebugInfo";
  return ignored ? InstructionSet::ignored : InstructionSet::unknown;
}

}  // namespace mux::compiler::spirv
