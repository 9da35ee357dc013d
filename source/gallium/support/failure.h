/// @file
/// Failures as exceptions: checks throw client::Failure, which the entry point's frame converts.
#pragma once

#include <mux/mux.h>

#include "client/failure.h"

namespace mux::gallium {

using client::check;
using client::fail;

/// Fails with `result` unless the condition holds.
/// @param text a literal.
inline void require(bool condition, mux_result_t result, const char *text) {
  if (!condition) [[unlikely]] {
    fail(result, text);
  }
}

/// Fails with mux_error_invalid_value unless the condition holds.
inline void require_valid(bool condition, const char *text) {
  require(condition, mux_error_invalid_value, text);
}

/// Fails with mux_error_null_out_parameter if the pointer is NULL.
inline void require_out(const void *pointer, const char *text) {
  require(pointer != nullptr, mux_error_null_out_parameter, text);
}

}  // namespace mux::gallium
