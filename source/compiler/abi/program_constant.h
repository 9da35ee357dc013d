/// @file
/// Constants of a program whose values can be given when an executable is made: weak variables of
/// OpenCL C in constant memory, and specialization constants of SPIR-V.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace mux::compiler {

/// Variables of more bytes are not constants whose value can be given.
inline constexpr size_t max_constant_size = 65536;

struct ProgramConstant {
  /// The variable's name in the bitcode.
  std::string symbol;
  /// The SpecId of a specialization constant of SPIR-V.
  std::optional<uint32_t> id;
  /// Whether the translation of the module depends on the default value, so that no other can be
  /// given.
  bool is_fixed = false;
  /// In the layout of spir64.
  std::string default_value;
};

/// A value for a constant of the program.
struct ConstantValue {
  /// ProgramConstant::symbol.
  std::string symbol;
  /// As many as ProgramConstant::default_value has.
  std::string bytes;
};

}  // namespace mux::compiler
