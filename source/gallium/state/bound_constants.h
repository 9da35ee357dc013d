/// @file
/// Constants of a program in TGSI for what is bound: formats of images, views and samplers
/// (shader_abi.h).
#pragma once

#include <mux/extensions.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mux::gallium {

/// A constant of a program for what is bound to a slot.
struct BoundConstant {
  enum class Kind : uint8_t { image_format, view, sampler };
  std::string name;
  Kind kind;
  uint32_t slot;
  /// Numbers of 32 bits.
  uint32_t count;
};

/// Whether a program has a constant of this name and size that can be given a value.
bool has_constant(mux_executable_t executable, const char *name, uint64_t size);

/// The constants for what is bound that a program has.
std::vector<BoundConstant> find_bound_constants(mux_executable_t executable);

/// Adds the values of constants. They point to `numbers`, which are the numbers of all, one after
/// the other.
void add_values(std::span<const BoundConstant> constants, std::span<const uint32_t> numbers,
                std::vector<mux_constant_value_t> &values);

}  // namespace mux::gallium
