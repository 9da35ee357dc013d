/// @file
/// Logging of the OpenCL layer to standard error, controlled by MUX_LOG in the environment.
///
/// All functions are thread-safe, and do not throw: a line that cannot be written is lost.
#pragma once

namespace mux::environment {
class Problem;
}

namespace mux::opencl {

enum class LogLevel {
  /// MUX_LOG=off.
  off,
  /// Without MUX_LOG: failures that the program did not cause.
  reasons,
  /// Every failing call, except unknown queries and properties.
  error,
  warn,
  info,
  /// Unknown queries and properties, too.
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
/// Writes a text that was not written before; at most 100 different ones.
void write_line_once(const char *text) noexcept;
/// Warns, once, that a malformed environment variable is ignored; does nothing without a problem.
void log_ignored(const environment::Problem &problem) noexcept;

}  // namespace mux::opencl
