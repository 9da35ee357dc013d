/// @file
/// Failures as exceptions: checks throw, and the entry point's wrapper converts them to error
/// codes.
///
/// Besides Failure only client::Failure and std::bad_alloc are thrown. Destructors undo what an
/// entry point did before it failed, so a call that returns an error changes nothing.
#pragma once

#include <mux/mux.h>
#include "opencl/headers/opencl.h"

namespace mux::opencl {

struct Failure {
  cl_int code;
  /// The reason: a literal, or a text of this thread that is valid until its next failure.
  const char *text;
  /// Whether the failure is an unknown query or property, which programs use to probe for support.
  bool is_unknown_query = false;
};

/// @param text NULL for the last error message of mux.
[[noreturn]] void fail(cl_int code, const char *text);
/// Fails with CL_INVALID_VALUE because of an unknown param_name of clGet*Info().
/// @param what "a device"
[[noreturn]] void fail_unknown_info(const char *what, cl_uint name);

/// Whether an error code means a failure that the program did not cause, so its reason is reported.
constexpr bool is_runtime_failure(cl_int code) {
  return code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY ||
         code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_COMPILER_NOT_AVAILABLE ||
         code == CL_LINKER_NOT_AVAILABLE;
}

inline void require(bool condition, cl_int code, const char *text) {
  if (!condition) [[unlikely]] {
    fail(code, text);
  }
}

/// Converts a mux result whose cause is not an invalid argument: CL_OUT_OF_HOST_MEMORY or
/// CL_OUT_OF_RESOURCES.
cl_int code_of(mux_result_t result);

/// Fails unless the result is mux_success.
inline void check(mux_result_t result) {
  if (result != mux_success) [[unlikely]] {
    fail(code_of(result), nullptr);
  }
}

}  // namespace mux::opencl
