/// @file
/// The optional explanation of the compiler's decisions (`muxcc --explain`), stored in
/// KernelDescription::vectorization below its summary line.

#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "support/environment.h"

namespace mux::compiler {

/// Whether explanations are requested by the environment variable MUX_EXPLAIN.
inline bool are_decisions_explained() {
  return environment::is_on("MUX_EXPLAIN");
}

/// Whether the form of each memory access is explained too: the variable is `accesses`.
inline bool are_accesses_explained() {
  return environment::text("MUX_EXPLAIN") == "accesses";
}

/// Appends to the summary line, which names the chosen code shape.
inline void add_to_summary(std::string &vectorization, std::string_view text) {
  vectorization.insert(std::min(vectorization.find('\n'), vectorization.size()), text);
}

}  // namespace mux::compiler
