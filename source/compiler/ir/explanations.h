/// @file
/// What the compiler considered, for people (`muxcc --explain`): it stands in
/// KernelDescription::vectorization, below the line that says what was chosen.

#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

namespace mux::compiler {

/// Whether it is asked for: the environment variable MUX_EXPLAIN is neither empty nor 0.
inline bool are_decisions_explained() {
  const char *value = std::getenv("MUX_EXPLAIN");
  const std::string_view text = value == nullptr ? "" : value;
  return !text.empty() && text != "0";
}

/// Adds to the line that says what was chosen.
inline void add_to_summary(std::string &vectorization, std::string_view text) {
  vectorization.insert(std::min(vectorization.find('\n'), vectorization.size()), text);
}

}  // namespace mux::compiler
