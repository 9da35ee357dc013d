/// @file
/// The frame of every entry point: runs its body and turns what it throws into OpenCL's code.
///
///     cl_int clFlush(cl_command_queue command_queue) {
///       return call("clFlush", [&] { checked<Queue>(command_queue).flush(); });
///     }
///
/// With MUX_LOG=error or a more verbose level in the environment, failures are written to the
/// standard error: which entry point, which code, what was wrong.
#pragma once

#include "opencl/headers/opencl.h"

#include <new>
#include <type_traits>

#include "opencl/support/failure.h"

namespace mux::opencl {

/// Writes a failure to the log, if there is one. Returns its code.
cl_int report(const char *entry_point, const Failure &failure) noexcept;

/// Runs the body of an entry point that returns a code. A body that returns one itself, returns
/// that.
template <typename Body>
cl_int call(const char *entry_point, Body body) noexcept {
  try {
    if constexpr (std::is_void_v<decltype(body())>) {
      body();
      return CL_SUCCESS;
    } else {
      return body();
    }
  } catch (const Failure &failure) {
    return report(entry_point, failure);
  } catch (const std::bad_alloc &) {
    return report(entry_point, {CL_OUT_OF_HOST_MEMORY, "out of memory"});
  } catch (...) {
    return report(entry_point, {CL_OUT_OF_RESOURCES, "the system refused something"});
  }
}

/// Runs the body of an entry point that returns a pointer, and its code through `out_code`, which
/// may be NULL. The pointer is NULL if it failed.
template <typename Body>
auto create(const char *entry_point, cl_int *out_code, Body body) noexcept -> decltype(body()) {
  decltype(body()) created = nullptr;
  const cl_int code = call(entry_point, [&] { created = body(); });
  if (out_code != nullptr) {
    *out_code = code;
  }
  return code == CL_SUCCESS ? created : nullptr;
}

}  // namespace mux::opencl
