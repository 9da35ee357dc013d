/// @file
/// Logging of the Gallium layer to standard error, controlled by MUX_LOG in the environment.
///
/// All functions are thread-safe, and do not throw: a line that cannot be written is lost.
#pragma once

namespace mux::gallium {

enum class LogLevel {
  off,
  /// Every failing call.
  error,
  warn,
  info,
  /// Every call, with its result.
  debug,
  /// Every call, with its arguments and its result.
  trace,
};

/// Parsed once, on the first call.
LogLevel log_level() noexcept;

inline bool log_enabled(LogLevel level) noexcept {
  return level <= log_level();
}

/// Writes "mux: " and the text as one line.
void write_line(const char *text) noexcept;

}  // namespace mux::gallium
