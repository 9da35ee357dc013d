/// @file
/// That nothing can be compiled in this process.
#pragma once

#include <stdexcept>
#include <string>

namespace mux::compiler {

/// Thrown where something has to be compiled and the library of the compiler cannot be used. Says
/// which file that is, and why not.
class CompilerMissing : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What `find` finds. Throws CompilerMissing if that is NULL.
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
