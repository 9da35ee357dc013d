/// @file
/// Error texts and log lines of the host target.
///
/// Thread-safe; nothing here allocates or fails. Texts that are too long are truncated.
#pragma once

#include <mux/mux.h>

#include "core/log.h"

namespace mux::environment {
class Problem;
}

namespace mux::host {

/// Sets the text that muxGetLastErrorMessage() returns on this thread, and returns `error`.
[[gnu::cold, gnu::format(printf, 2, 3)]] mux_result_t fail(mux_result_e error, const char *format,
                                                           ...);

/// Writes a line to the log, if `level` is enabled.
[[gnu::format(printf, 2, 3)]] void log_line(core::LogLevel level, const char *format, ...);

/// Warns that a malformed environment variable is ignored; does nothing without a problem.
void log_ignored(const environment::Problem &problem);

}  // namespace mux::host
