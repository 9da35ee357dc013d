/// @file
/// What the OpenCL layer writes to the standard error, by MUX_LOG in the environment.
///
/// Every function may be called from any thread. Nothing fails and nothing throws: a line that
/// cannot be written is lost.
#pragma once

namespace mux::opencl {

enum class LogLevel {
  /// MUX_LOG=off.
  off,
  /// Without MUX_LOG: why something cannot be made or run that the program is not to blame for.
  reasons,
  /// Every failing call, but for questions about what is not known here.
  error,
  warn,
  info,
  /// Those, too.
  debug,
  /// Every call, with its arguments and its result.
  trace,
};

/// Read once, when it is first asked for.
LogLevel log_level() noexcept;

inline bool log_enabled(LogLevel level) noexcept {
  return level <= log_level();
}

/// Writes "mux: " and the text as one line.
void write_line(const char *text) noexcept;
/// The same for a text that was not written before; at most a hundred of them are.
void write_line_once(const char *text) noexcept;

}  // namespace mux::opencl
