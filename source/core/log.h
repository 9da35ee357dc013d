/// @file
/// Diagnostic log of Mux. Off unless MUX_LOG is debug, info, warn or error; trace, a level of the
/// OpenCL layer, counts as info here. LogLevel::always is for reports of likely deadlocks.
///
/// Thread-safe, also while the process exits. Nothing fails: a line that cannot be written is
/// dropped. Call log_enabled() before formatting a message: it compares an int that is set when the
/// library is loaded.
#pragma once

namespace mux::core {

enum class LogLevel : int { always = 0, error = 1, warn = 2, info = 3, debug = 4 };

/// The most detailed level that is written; 0 for none. Set before main().
extern const int log_verbosity;

inline bool log_enabled(LogLevel level) {
  return static_cast<int>(level) <= log_verbosity;
}

/// Writes one line to standard error if `level` is enabled.
void log(LogLevel level, const char *message);

}  // namespace mux::core
