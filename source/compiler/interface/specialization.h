/// @file
/// Specialization constants of SPIR-V modules, and values for them.

#pragma once

#include <cstdint>
#include <string>

namespace mux::compiler::spirv {

struct SpecializationValue {
  /// The value of the decoration SpecId.
  uint32_t id = 0;
  /// The value in host byte order, of the constant's size; one byte for a boolean.
  std::string bytes;
};

/// A specialization constant of a module.
struct SpecializationConstant {
  uint32_t id = 0;
  uint32_t size = 0;
  /// The default value; only the first `size` bytes are used.
  uint64_t default_value = 0;
};

}  // namespace mux::compiler::spirv
