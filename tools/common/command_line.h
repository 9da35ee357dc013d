/// @file
/// Common behavior of all tools: command line parsing, error reports and exit codes.

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
/// An operation failed.
inline constexpr int exit_failure = 1;
/// The arguments, files or source are invalid.
inline constexpr int exit_wrong_usage = 2;

/// An invalid request; ends a tool with `exit_wrong_usage`.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Parses the command line into the variables bound to `app`.
///
/// @return nothing if the tool should continue; the exit code after --help.
/// Throws UsageError with one line if the command line is invalid.
std::optional<int> parse_command_line(CLI::App &app, int argc, const char *const *argv);

/// Prints "TOOL: MESSAGE" to stderr.
///
/// @return the exit code for the error.
int report(std::string_view tool, const std::exception &error) noexcept;

/// Writes to stdout. Throws std::runtime_error with the reason on failure, such as a full disk.
void write_output(std::string_view text);

}  // namespace mux::tools
