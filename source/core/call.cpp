#include "core/call.h"

#include <mux/extensions.h>

#include <cstdarg>
#include <cstdio>

#include "core/rule_switch.h"

namespace mux::core {

bool Call::fail(const char *rule, mux_result_t result, const char *format, ...) {
  if (rule_is_off(rule)) {
    return true;
  }
  result_ = result;
  std::va_list arguments;
  va_start(arguments, format);
  set_error_message(entry_point_, format, arguments);
  va_end(arguments);
  if (log_enabled(LogLevel::warn)) {
    char line[640];
    std::snprintf(line, sizeof(line), "%s [%s]", muxGetLastErrorMessage(), rule);
    log(LogLevel::warn, line);
  }
  return false;
}

void Call::fail_without_hook() {
  fail("target.hook", mux_error_feature_unsupported, "the target \"%s\" does not support it",
       target_->name);
}

void Call::explain_failed_hook() {
  char fallback[256];
  std::snprintf(fallback, sizeof(fallback), "the target \"%s\" returned %s", target_->name,
                result_name(result_));
  end_failed_hook(entry_point_, fallback);
  log(LogLevel::warn, muxGetLastErrorMessage());
}

void Call::log_result() const {
  char line[128];
  std::snprintf(line, sizeof(line), "%s -> %s", entry_point_, result_name(result_));
  log(LogLevel::debug, line);
}

const char *result_name(mux_result_t result) {
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

}  // namespace mux::core
