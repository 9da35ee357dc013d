/// @file
/// How kernels are to be vectorised, for a while.

#pragma once

#include <cstdlib>
#include <string>

namespace mux::compiler::test {

/// MUX_VECTOR_WIDTH for as long as it lives.
class WidthSetting {
 public:
  explicit WidthSetting(const std::string &width) {
    const char *before = std::getenv(variable);
    before_ = before == nullptr ? "" : before;
    setenv(variable, width.c_str(), 1);
  }
  ~WidthSetting() {
    if (before_.empty()) {
      unsetenv(variable);
    } else {
      setenv(variable, before_.c_str(), 1);
    }
  }
  WidthSetting(const WidthSetting &) = delete;
  WidthSetting &operator=(const WidthSetting &) = delete;

 private:
  static constexpr const char *variable = "MUX_VECTOR_WIDTH";
  std::string before_;
};

}  // namespace mux::compiler::test
