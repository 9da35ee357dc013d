/// @file
/// Bitcode: the result of compiling and linking, portable code.
#pragma once

#include <string>
#include <vector>

namespace mux::compiler {

/// A serialized module, and the other data that a container has.
struct Bitcode {
  std::string bytes;
  /// Names of the kernels that the module defines, in order.
  std::vector<std::string> kernel_names;
};

}  // namespace mux::compiler
