/// @file
/// What Mux writes about itself: silent unless MUX_LOG is debug, info, warn or error, or trace,
/// which is OpenCL's and info here, but for what would otherwise be a hang without a word.
///
/// Nobody owns anything here; every function may be called from any thread, at any time, also while
/// the process exits. Nothing fails: a line that cannot be written is dropped. Ask log_enabled()
/// before formatting a message: it is one comparison of an int that is set when the library loads.
#pragma once

namespace mux::core {

enum class LogLevel : int { always = 0, error = 1, warn = 2, info = 3, debug = 4 };

/// The most detailed level that is written, 0 for none. Set once, before main().
extern const int log_verbosity;

inline bool log_enabled(LogLevel level) {
  return static_cast<int>(level) <= log_verbosity;
}

/// Writes one line to standard error if `level` is enabled.
void log(LogLevel level, const char *message);

}  // namespace mux::core
