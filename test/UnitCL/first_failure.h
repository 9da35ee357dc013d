/// @file
/// Results of threads, since Catch2's assertions may only be used on the test's thread.

#pragma once

#include <source_location>
#include <vector>

#include "fixtures.h"

namespace mux::test {

/// Stores the first error code.
class FirstFailure {
 public:
  /// @return whether the call succeeded.
  bool note(cl_int code) {
    if (code_ == CL_SUCCESS) {
      code_ = code;
    }
    return code == CL_SUCCESS;
  }
  cl_int code() const { return code_; }

 private:
  cl_int code_ = CL_SUCCESS;
};

/// Requires that no thread failed.
inline void succeeded(const std::vector<cl_int> &codes,
                      std::source_location where = std::source_location::current()) {
  for (const cl_int code : codes) {
    expect(code, CL_SUCCESS, where);
  }
}

}  // namespace mux::test
