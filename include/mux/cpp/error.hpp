/// @file
/// What goes wrong: the exceptions of the C++ wrapper. Part of <mux/mux.hpp>, which says who owns
/// what and which thread may call.

#ifndef MUX_CPP_ERROR_HPP
#define MUX_CPP_ERROR_HPP

#include <mux/extensions.h>
#include <mux/mux.h>

#include <stdexcept>
#include <string>

namespace mux {

/// The name of a result code as the C API spells it, "mux_error_invalid_value" for instance.
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

/// What every function here throws when the C API returns an error.
class Error : public std::runtime_error {
 public:
  /// @param result the code that the entry point returned.
  /// @param text what what() returns.
  Error(mux_result_t result, const std::string &text) : std::runtime_error(text), result_(result) {}

  /// The code that the entry point returned.
  mux_result_t result() const noexcept { return result_; }

 private:
  mux_result_t result_;
};

/// Source or build options that the compiler refused. what() is the log.
class CompileError : public Error {
 public:
  /// @param log the compiler's messages, each with file, line and column.
  explicit CompileError(const std::string &log) : Error(mux_error_failure, log) {}
};

/// Throws Error unless `result` is #mux_success.
///
/// @param result what an entry point returned on this thread, just now.
/// @param entry_point its name, for the case that the library has no text to give.
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
