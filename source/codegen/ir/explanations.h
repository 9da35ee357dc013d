/// @file
/// The optional explanation of the compiler's decisions (`muxcc --explain`), stored in
/// KernelDescription::vectorization below its summary line.

#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

namespace mux::compiler {

/// Whether explanations are requested: the environment variable MUX_EXPLAIN is neither empty nor 0.
inline bool are_decisions_explained() {
  const char *value = std::getenv("MUX_EXPLAIN");
  const std::string_view text = value == nullptr ? "" : value;
  return !text.empty() && text != "0";
}

/// Appends to the summary line, which names the chosen code shape.
inline void add_to_summary(std::string &vectorization, std::string_view text) {
  vectorization.insert(std::min(vectorization.find('\n'), vectorization.size()), text);
}

}  // namespace mux::compiler
