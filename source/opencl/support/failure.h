/// @file
/// How the layer fails: a check throws, and the entry point turns it into OpenCL's code.
///
/// Nothing else throws but std::bad_alloc. What an entry point has made until then is undone by
/// destructors, so that nothing has changed when it returns an error.
#pragma once

#include <mux/mux.h>
#include "opencl/headers/opencl.h"

namespace mux::opencl {

struct Failure {
  cl_int code;
  /// What was wrong, for people; a literal.
  const char *text;
};

[[noreturn]] void fail(cl_int code, const char *text);

inline void require(bool condition, cl_int code, const char *text) {
  if (!condition) [[unlikely]] {
    fail(code, text);
  }
}

/// OpenCL's code for a result that is no fault of the program's arguments: CL_OUT_OF_HOST_MEMORY or
/// CL_OUT_OF_RESOURCES.
cl_int code_of(mux_result_t result);

/// Fails unless the result is a success.
inline void check(mux_result_t result) {
  if (result != mux_success) [[unlikely]] {
    fail(code_of(result), nullptr);
  }
}

}  // namespace mux::opencl
