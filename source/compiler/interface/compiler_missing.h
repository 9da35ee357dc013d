/// @file
/// That nothing can be compiled in this process.
#pragma once

#include <stdexcept>

namespace mux::compiler {

/// Thrown where something has to be compiled and the library of the compiler cannot be used. Says
/// which file that is, and why not.
class CompilerMissing : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mux::compiler
