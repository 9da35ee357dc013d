/// @file
/// A SPIR-V module as words in host byte order, with the fields of its header.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace mux::compiler::spirv {

/// The latest supported minor version of SPIR-V 1.
inline constexpr uint32_t last_minor_version = 4;

/// Length of the header in words.
inline constexpr uint32_t header_words = 5;

/// Whether the bytes begin with SPIR-V's magic number, in either byte order; the rest may be
/// invalid.
bool is_spirv(std::string_view bytes);

struct Words {
  std::vector<uint32_t> words;
  uint32_t minor_version = 0;
  /// All ids are less than this.
  uint32_t bound = 0;
};

/// Throws ModuleError if this is no module, or its version is not supported.
Words read_words(std::string_view bytes);

}  // namespace mux::compiler::spirv
