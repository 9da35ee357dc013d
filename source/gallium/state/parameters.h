/// @file
/// Matches parameters of kernels by name.
#pragma once

#include <mux/extensions.h>
#include <mux/gallium/screen.h>

#include <cstdint>
#include <string>

namespace mux::gallium {

/// What a parameter gets.
enum class Source : uint8_t {
  constants,
  buffer,
  atomic,
  global,
  input,
  shared,
  view,
  image,
  sampler,
};

/// Which property of it.
enum class Property : uint8_t { address, size, layout };

struct Parameter {
  Source source;
  Property property;
  uint32_t slot;
  /// Bytes of a value.
  uint64_t value_size;
  bool reads;
  bool writes;
};

/// Returns what a parameter gets. Fails with its name if there is nothing of that name, the slot is
/// beyond the limits, or it is of another type.
Parameter match_parameter(const mux_gallium_screen_info_t &limits, const std::string &kernel,
                          const mux_kernel_argument_info_t &argument);

}  // namespace mux::gallium
