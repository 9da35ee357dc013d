/// @file
/// Options about floating-point numbers that are given when programs are linked. Knows no LLVM.

#pragma once

#include <string_view>

namespace mux::compiler {

/// What clLinkProgram may ask for; each means what it means to clBuildProgram.
struct MathOptions {
  bool denormals_are_zero = false;
  bool no_signed_zeros = false;
  bool unsafe = false;
  bool finite_only = false;
};

/// @return whether the word is such an option; then it is added.
bool add_math_option(std::string_view word, MathOptions &math);

}  // namespace mux::compiler
