#include "gallium/support/trace_line.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace mux::gallium {

const char *result_name(mux_result_t result) noexcept {
  constexpr std::array names = {"mux_success",
                                "mux_error_failure",
                                "mux_error_null_out_parameter",
                                "mux_error_invalid_value",
                                "mux_error_out_of_memory",
                                "mux_error_null_allocator_callback",
                                "mux_error_device_entry_hook_failed",
                                "mux_error_invalid_binary",
                                "mux_error_feature_unsupported",
                                "mux_error_missing_kernel",
                                "mux_error_internal",
                                "mux_error_fence_failure",
                                "mux_fence_not_ready"};
  const auto index = static_cast<size_t>(result);
  return index < names.size() ? names[index] : "unknown result";
}

TraceLine::TraceLine(const char *entry_point) noexcept {
  add("%s(", entry_point);
}

void TraceLine::result(mux_result_t result) noexcept {
  add(") = %s", result_name(result));
}

void TraceLine::add(const char *format, ...) noexcept {
  std::va_list arguments;
  va_start(arguments, format);
  const int written =
      std::vsnprintf(line_.data() + length_, line_.size() - length_, format, arguments);
  va_end(arguments);
  if (written > 0) {
    length_ = std::min(length_ + static_cast<size_t>(written), line_.size() - 1);
  }
}

void TraceLine::pointer(const void *value) noexcept {
  if (value == nullptr) {
    add("%sNULL", separator());
  } else {
    add("%s%p", separator(), value);
  }
}

const char *TraceLine::separator() noexcept {
  const char *text = first_ ? "" : ", ";
  first_ = false;
  return text;
}

}  // namespace mux::gallium
