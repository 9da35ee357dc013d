/// @file
/// Floating-point options of linking. Independent of LLVM.

#pragma once

#include <string_view>

namespace mux::compiler {

/// The math options of clLinkProgram, with the same meaning as in clBuildProgram.
struct MathOptions {
  bool denormals_are_zero = false;
  bool no_signed_zeros = false;
  bool unsafe = false;
  bool finite_only = false;
};

/// Adds the option that the word denotes.
/// @return whether the word is such an option.
bool add_math_option(std::string_view word, MathOptions &math);

}  // namespace mux::compiler
