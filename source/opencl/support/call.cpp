#include "opencl/support/call.h"

#include <array>
#include <cstdio>

#include "opencl/support/log.h"
#include "opencl/support/registry_names.h"

namespace mux::opencl {

FailureText::FailureText(const char *entry_point, const Failure &failure) noexcept {
  const std::string_view name = name_of_code(failure.code);
  std::snprintf(text_.data(), text_.size(), "%s: %.*s (%d): %s", entry_point,
                static_cast<int>(name.size()), name.data(), failure.code, failure.text);
}

cl_int report(const char *entry_point, const Failure &failure) noexcept {
  if (log_enabled(failure.is_unknown_query ? LogLevel::debug : LogLevel::error)) {
    write_line(FailureText(entry_point, failure).c_str());
  } else if (is_runtime_failure(failure.code) && log_enabled(LogLevel::reasons)) {
    write_line_once(FailureText(entry_point, failure).c_str());
  }
  return failure.code;
}

}  // namespace mux::opencl
