/// @file
/// Exceptions of the C++ wrapper. Part of <mux/mux.hpp>, which documents ownership and threads.

#ifndef MUX_CPP_ERROR_HPP
#define MUX_CPP_ERROR_HPP

#include <mux/extensions.h>
#include <mux/mux.h>

#include <stdexcept>
#include <string>

namespace mux {

/// Returns the name of a result code in the C API, for example "mux_error_invalid_value".
inline const char *result_name(mux_result_t result) noexcept {
  switch (result) {
    case mux_success:
      return "mux_success";
    case mux_error_failure:
      return "mux_error_failure";
    case mux_error_null_out_parameter:
      return "mux_error_null_out_parameter";
    case mux_error_invalid_value:
      return "mux_error_invalid_value";
    case mux_error_out_of_memory:
      return "mux_error_out_of_memory";
    case mux_error_null_allocator_callback:
      return "mux_error_null_allocator_callback";
    case mux_error_device_entry_hook_failed:
      return "mux_error_device_entry_hook_failed";
    case mux_error_invalid_binary:
      return "mux_error_invalid_binary";
    case mux_error_feature_unsupported:
      return "mux_error_feature_unsupported";
    case mux_error_missing_kernel:
      return "mux_error_missing_kernel";
    case mux_error_internal:
      return "mux_error_internal";
    case mux_error_fence_failure:
      return "mux_error_fence_failure";
    case mux_fence_not_ready:
      return "mux_fence_not_ready";
    default:
      return "an unknown result";
  }
}

/// Exception for errors of the C API.
class Error : public std::runtime_error {
 public:
  /// @param result the code that the entry point returned.
  /// @param text text of what().
  Error(mux_result_t result, const std::string &text) : std::runtime_error(text), result_(result) {}

  /// The code that the entry point returned.
  mux_result_t result() const noexcept { return result_; }

 private:
  mux_result_t result_;
};

/// Exception for errors in source or build options. what() is the log.
class CompileError : public Error {
 public:
  /// @param log the compiler's messages, each with file, line and column.
  explicit CompileError(const std::string &log) : Error(mux_error_failure, log) {}
};

/// Throws Error unless `result` is #mux_success.
///
/// @param result result of the last call on this thread.
/// @param entry_point its name, used if the library has no error text.
inline void check(mux_result_t result, const char *entry_point) {
  if (result == mux_success) {
    return;
  }
  const std::string message = muxGetLastErrorMessage();
  const std::string text = message.empty() ? entry_point : message;
  throw Error(result, text + " (" + result_name(result) + ")");
}

}  // namespace mux

#endif  // MUX_CPP_ERROR_HPP
