/// @file
/// The exception for processes in which nothing can be compiled.
#pragma once

#include <stdexcept>
#include <string>

namespace mux::compiler {

/// Thrown if something has to be compiled and the library of the compiler cannot be used. The text
/// has the file and the reason.
class CompilerMissing : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The result of `find`. Throws CompilerMissing if that is NULL.
template <typename Service>
const Service &require_service(const Service *(*find)(std::string &error)) {
  std::string error;
  const Service *found = find(error);
  if (found == nullptr) {
    throw CompilerMissing(error);
  }
  return *found;
}

}  // namespace mux::compiler
