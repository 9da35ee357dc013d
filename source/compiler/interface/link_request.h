/// @file
/// Input of the linker, and its result.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/interface/math_option_words.h"

namespace mux::compiler {

enum class LinkOutput {
  portable,
  /// Machine code for the processor of this process.
  native,
  /// A library, to be linked again.
  library,
  /// A library whose functions take the math options that it is linked with.
  open_library,
};

/// Whether undefined symbols are allowed, because other objects may define them.
constexpr bool is_library(LinkOutput output) {
  return output == LinkOutput::library || output == LinkOutput::open_library;
}

struct LinkRequest {
  /// Containers of linkable code; only read during the call.
  std::vector<std::string_view> binaries;
  MathOptions math;
  LinkOutput output = LinkOutput::portable;
};

enum class LinkResult {
  success,
  /// The binaries are not compatible, or do not form a valid program.
  failure,
  /// A binary is damaged, or is neither an object nor a library.
  invalid_binary,
  /// Memory or threads ran out.
  out_of_memory,
};

}  // namespace mux::compiler
