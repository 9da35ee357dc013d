/// @file
/// What is asked of the linker, and how linking ended.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/interface/math_option_words.h"

namespace mux::compiler {

enum class LinkOutput {
  portable,
  /// Finished code for the processor of this process.
  native,
  /// A library, to be linked again.
  library,
  /// A library whose functions take the math options that it is linked with.
  open_library,
};

/// Whether other objects may define what it lacks.
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
  /// The binaries do not fit each other, or no program can be made of them.
  failure,
  /// A binary is damaged, or something else than an object or a library.
  invalid_binary,
  /// Memory or threads ran out.
  out_of_memory,
};

}  // namespace mux::compiler
