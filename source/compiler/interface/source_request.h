/// @file
/// What is compiled, and how. Only read while it is.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mux::compiler {

/// A header that a program has in memory.
struct EmbeddedHeader {
  std::string name;
  std::string_view source;
};

struct SourceRequest {
  std::string_view source;
  std::string name;
  std::string options;
  /// Of two of the same name the first one counts.
  std::vector<EmbeddedHeader> headers;
  /// One of ::mux_compile_output_e.
  uint32_t output = 0;
};

}  // namespace mux::compiler
