/// @file
/// Input of a compilation. Only read during the call.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mux::compiler {

/// A header in memory.
struct EmbeddedHeader {
  std::string name;
  std::string_view source;
};

struct SourceRequest {
  std::string_view source;
  std::string name;
  std::string options;
  /// If several have the same name, the first is used.
  std::vector<EmbeddedHeader> headers;
  /// One of ::mux_compile_output_e.
  uint32_t output = 0;
  /// For SPIR-V: whether specialization constants stay open.
  bool opens_constants = false;
};

}  // namespace mux::compiler
