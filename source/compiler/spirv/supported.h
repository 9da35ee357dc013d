/// @file
/// The capabilities, extensions and extended instruction sets that are supported.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "compiler/spirv/grammar/enumerants.h"

namespace mux::compiler::spirv {

std::span<const uint32_t> supported_capabilities();
std::span<const char *const> supported_extensions();
std::span<const char *const> supported_instruction_sets();

bool is_supported(Capability capability);
bool is_supported_extension(std::string_view name);

/// Support for an extended instruction set.
enum class InstructionSet : uint8_t { unknown, opencl, ignored };
InstructionSet instruction_set(std::string_view name);

}  // namespace mux::compiler::spirv
