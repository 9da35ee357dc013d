/// @file
/// Selection of the vector width of kernels.

#pragma once

#include <cstdlib>
#include <string>

namespace mux::test {

/// @param width a value of MUX_VECTOR_WIDTH; NULL for the cost model's choice.
inline void set_vector_width(const char *width) {
  if (width != nullptr) {
    setenv("MUX_VECTOR_WIDTH", width, 1);
  } else {
    unsetenv("MUX_VECTOR_WIDTH");
  }
}

/// Restores the environment variable.
class KeptVectorWidth {
 public:
  KeptVectorWidth() {
    const char *value = std::getenv("MUX_VECTOR_WIDTH");
    has_value_ = value != nullptr;
    value_ = has_value_ ? value : "";
  }
  ~KeptVectorWidth() { set_vector_width(has_value_ ? value_.c_str() : nullptr); }
  KeptVectorWidth(const KeptVectorWidth &) = delete;
  KeptVectorWidth &operator=(const KeptVectorWidth &) = delete;

 private:
  bool has_value_ = false;
  std::string value_;
};

}  // namespace mux::test
