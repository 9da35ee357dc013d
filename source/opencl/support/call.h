/// @file
/// The wrapper of every entry point: runs its body and converts exceptions to OpenCL error codes.
///
///     cl_int clFlush(cl_command_queue command_queue) {
///       return call("clFlush", [&] { checked<Queue>(command_queue).flush(); });
///     }
///
/// With MUX_LOG=error or a more verbose level in the environment, failures are written to standard
/// error: the entry point, the error code and the reason. Without it, only failures that the
/// program did not cause are (is_runtime_failure()), each text once; an entry point that is given
/// an object of a context reports them to the context's callback as well:
///
///       return call<Queue>("clFlush", command_queue, [&] { ... });
#pragma once

#include "opencl/headers/opencl.h"

#include <array>
#include <new>
#include <type_traits>

#include "client/failure.h"
#include "opencl/support/failure.h"
#include "opencl/support/object.h"

namespace mux::opencl {

/// Logs a failure, depending on the log level. Returns its code.
cl_int report(const char *entry_point, const Failure &failure) noexcept;

/// Text of a failure: "clCreateKernel: CL_OUT_OF_RESOURCES (-5): ..."
class FailureText {
 public:
  FailureText(const char *entry_point, const Failure &failure) noexcept;
  const char *c_str() const noexcept { return text_.data(); }

 private:
  std::array<char, 640> text_;
};

/// Runs the body of an entry point that returns an error code. If the body returns a code, that is
/// returned.
/// @param tell is called with a failure before it is logged.
template <typename Body, typename Tell>
cl_int call_and_tell(const char *entry_point, Body &body, Tell tell) noexcept {
  const auto fail = [&](const Failure &failure) noexcept {
    tell(failure);
    return report(entry_point, failure);
  };
  try {
    if constexpr (std::is_void_v<decltype(body())>) {
      body();
      return CL_SUCCESS;
    } else {
      return body();
    }
  } catch (const Failure &failure) {
    return fail(failure);
  } catch (const client::Failure &failure) {
    return fail({code_of(failure.result), failure.text});
  } catch (const std::bad_alloc &) {
    return fail({CL_OUT_OF_HOST_MEMORY, "out of memory"});
  } catch (...) {
    return fail(
        {CL_OUT_OF_RESOURCES, "the operating system refused a resource (a thread or a file)"});
  }
}

template <typename Body>
cl_int call(const char *entry_point, Body body) noexcept {
  return call_and_tell(entry_point, body, [](const Failure &) {});
}

/// Runs the body of an entry point that is given an object of a context, of class T.
template <typename T, typename Body>
cl_int call(const char *entry_point, typename T::HandleType handle, Body body) noexcept {
  return call_and_tell(entry_point, body, [&](const Failure &failure) {
    if (is_runtime_failure(failure.code) && is_handle<T>(handle)) {
      static_cast<T &>(*handle).context().notify_once(FailureText(entry_point, failure).c_str());
    }
  });
}

/// Runs the body of an entry point that returns a pointer, NULL on failure, and its error code
/// through `out_code`, which may be NULL.
template <typename Body>
auto create(const char *entry_point, cl_int *out_code, Body body) noexcept -> decltype(body()) {
  decltype(body()) created = nullptr;
  const cl_int code = call(entry_point, [&] { created = body(); });
  if (out_code != nullptr) {
    *out_code = code;
  }
  return code == CL_SUCCESS ? created : nullptr;
}

template <typename T, typename Body>
auto create(const char *entry_point, typename T::HandleType handle, cl_int *out_code,
            Body body) noexcept -> decltype(body()) {
  decltype(body()) created = nullptr;
  const cl_int code = call<T>(entry_point, handle, [&] { created = body(); });
  if (out_code != nullptr) {
    *out_code = code;
  }
  return code == CL_SUCCESS ? created : nullptr;
}

}  // namespace mux::opencl
