#include "host/support/error.h"

#include <mux/target.h>

#include <cstdarg>
#include <cstdio>

#include "support/environment.h"

namespace mux::host {
namespace {

/// The maximum that muxSetLastErrorMessage() stores.
constexpr size_t text_size = 512;

}  // namespace

mux_result_t fail(mux_result_e error, const char *format, ...) {
  char text[text_size];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  muxSetLastErrorMessage(text);
  return error;
}

void log_line(core::LogLevel level, const char *format, ...) {
  if (!core::log_enabled(level)) {
    return;
  }
  char text[text_size];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  core::log(level, text);
}

void log_ignored(const environment::Problem &problem) {
  if (problem) {
    log_line(core::LogLevel::warn, "%s: ignored", problem.text());
  }
}

}  // namespace mux::host
