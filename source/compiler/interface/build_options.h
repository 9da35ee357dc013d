/// @file
/// The parsed build options of clBuildProgram, in the form that Clang takes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "compiler/interface/math_option_words.h"

namespace mux::compiler {

/// The language versions of -cl-std=.
inline constexpr std::array language_versions = {"CL1.0", "CL1.1", "CL1.2",
                                                 "CL2.0", "CL3.0", "CL3.1"};

/// Limit of nested brackets of all kinds. Clang's default is 256, which generated code exceeds.
/// Measured: 5,000 nested structures take 9 seconds, and the time is quadratic in their number.
inline constexpr unsigned max_bracket_depth = 5'000;

struct BuildOptions {
  /// The value of -cl-std=. The default is OpenCL C 1.2, as clBuildProgram specifies: the highest
  /// 1.x version that the device supports.
  std::string language_version = "CL1.2";
  /// Folders of -I, in order.
  std::vector<std::string> include_directories;
  /// All other options, as arguments of `clang -cc1`.
  std::vector<std::string> clang_arguments;
  /// The floating-point options, for code that is not compiled by Clang.
  MathOptions math;
  /// -cl-opt-disable.
  bool optimize = true;
  /// -g.
  bool debug_information = false;
  /// -fbracket-depth=.
  unsigned bracket_depth = max_bracket_depth;
};

}  // namespace mux::compiler
