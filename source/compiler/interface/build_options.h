/// @file
/// The build options of clBuildProgram, as Clang needs to hear them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "compiler/interface/math_option_words.h"

namespace mux::compiler {

/// What -cl-std= may name.
inline constexpr std::array language_versions = {"CL1.0", "CL1.1", "CL1.2",
                                                 "CL2.0", "CL3.0", "CL3.1"};

/// How deep brackets of all kinds may nest. Clang's own limit is 256, which generated code exceeds.
/// 5,000 nested structures take 9 seconds, a time that grows with the square of their number.
inline constexpr unsigned deepest_brackets = 5'000;

struct BuildOptions {
  /// What -cl-std= named. Without it OpenCL C 1.2, as clBuildProgram says: the highest 1.x version
  /// that the device supports.
  std::string language_version = "CL1.2";
  /// Folders of -I, in order.
  std::vector<std::string> include_directories;
  /// All other options, as arguments of Clang's compiler proper (`clang -cc1`).
  std::vector<std::string> clang_arguments;
  /// Those of the options that are about numbers, for code that Clang does not make.
  MathOptions math;
  /// -cl-opt-disable.
  bool optimize = true;
  /// -g.
  bool debug_information = false;
  /// -fbracket-depth=.
  unsigned bracket_depth = deepest_brackets;
};

}  // namespace mux::compiler
