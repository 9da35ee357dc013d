/// @file
/// What every tool does the same way: read its command line, report an error, end with an exit
/// code.

#pragma once

#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace mux::tools {

inline constexpr int exit_success = 0;
/// Something failed while the tool did what it was asked to do.
inline constexpr int exit_failure = 1;
/// What the tool was asked to do makes no sense: arguments, files, source.
inline constexpr int exit_wrong_usage = 2;

/// A request that makes no sense; ends a tool with `exit_wrong_usage`.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads the command line into what `app` is bound to.
///
/// @return nothing if the tool shall go on; the exit code after --help.
/// Throws UsageError with one line if the command line is wrong.
std::optional<int> parse_command_line(CLI::App &app, int argc, const char *const *argv);

/// Prints "TOOL: MESSAGE" to stderr.
///
/// @return the exit code that fits the error.
int report(std::string_view tool, const std::exception &error) noexcept;

/// Writes to stdout. Throws std::runtime_error with the reason if that fails (a full disk, say).
void write_output(std::string_view text);

}  // namespace mux::tools
