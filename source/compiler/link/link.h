/// @file
/// From objects to a program or a library: what muxLink() does once its parameters and options are
/// read. Keeps nothing between calls, so any number of threads may link at once. Knows LLVM, but
/// not Clang.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/link/math_option_words.h"

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

/// @param[out] container the bytes of a container, on success.
/// @param[out] log what is wrong, one mistake a line; nothing on success.
/// Throws nothing but std::bad_alloc.
LinkResult link_binaries(const LinkRequest &request, std::string &container, std::string &log);

}  // namespace mux::compiler
