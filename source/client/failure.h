/// @file
/// Failures as exceptions.
///
/// Besides Failure only std::bad_alloc and std::system_error are thrown. The layer above converts
/// them to its own errors.
#pragma once

#include <mux/mux.h>

namespace mux::client {

struct Failure {
  mux_result_t result;
  /// The reason: a literal, or a text of this thread that is valid until its next failure.
  const char *text;
};

/// @param text NULL for the last error message of mux.
[[noreturn]] void fail(mux_result_t result, const char *text);

/// Fails with mux_error_failure unless the condition holds.
inline void require(bool condition, const char *text) {
  if (!condition) [[unlikely]] {
    fail(mux_error_failure, text);
  }
}

/// Fails unless the result is mux_success.
inline void check(mux_result_t result) {
  if (result != mux_success) [[unlikely]] {
    fail(result, nullptr);
  }
}

}  // namespace mux::client
