/// @file
/// What compiling and linking make: portable code.
#pragma once

#include <string>
#include <vector>

namespace mux::compiler {

/// A module as bytes, with what a container says of it besides.
struct Bitcode {
  std::string bytes;
  /// Of the kernels that the module defines, in its order.
  std::vector<std::string> kernel_names;
};

}  // namespace mux::compiler
