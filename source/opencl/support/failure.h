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
  /// What was wrong, for people: a literal, or a text of this thread that lasts until the next.
  const char *text;
  /// The program asked for something that is not known here, as many do to find out whether it is.
  bool is_question = false;
};

/// @param text NULL for the last message of mux.
[[noreturn]] void fail(cl_int code, const char *text);
/// Fails with CL_INVALID_VALUE because clGet*Info() was asked for something unknown.
/// @param what "a device"
[[noreturn]] void fail_unknown_info(const char *what, cl_uint name);

/// Whether a code says what a program cannot help: it may want to know why.
constexpr bool is_no_fault(cl_int code) {
  return code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY ||
         code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_COMPILER_NOT_AVAILABLE ||
         code == CL_LINKER_NOT_AVAILABLE;
}

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
