/// @file
/// Values for the specialization constants of a module.

#pragma once

#include <cstdint>
#include <string>

namespace mux::compiler::spirv {

struct SpecializationValue {
  /// Of the decoration SpecId.
  uint32_t id = 0;
  /// As many bytes as the constant has, in this machine's order; one for a truth value.
  std::string bytes;
};

/// A constant that a module lets be specialized.
struct SpecializationConstant {
  uint32_t id = 0;
  uint32_t size = 0;
  /// The value it has by itself; only the first `size` bytes count.
  uint64_t default_value = 0;
};

}  // namespace mux::compiler::spirv
