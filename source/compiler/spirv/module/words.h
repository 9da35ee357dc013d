/// @file
/// A SPIR-V module as words in this machine's byte order, with what its header says.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace mux::compiler::spirv {

/// Of version 1 of SPIR-V.
inline constexpr uint32_t last_minor_version = 4;

/// Words before the first instruction.
inline constexpr uint32_t header_words = 5;

/// Whether the bytes begin as a module does, in either byte order; it may be damaged.
bool is_spirv(std::string_view bytes);

struct Words {
  std::vector<uint32_t> words;
  uint32_t minor_version = 0;
  /// All ids are less.
  uint32_t bound = 0;
};

/// Throws Refusal if this is no module, or one of a version that is not known.
Words read_words(std::string_view bytes);

}  // namespace mux::compiler::spirv
