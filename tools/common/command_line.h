/// @file
/// Common behavior of all tools: output, error reports and exit codes.

#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

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

/// Prints "TOOL: MESSAGE" to stderr.
///
/// @return the exit code for the error.
int report(std::string_view tool, const std::exception &error) noexcept;

/// Writes to stdout. Throws std::runtime_error with the reason on failure, such as a full disk.
void write_output(std::string_view text);

}  // namespace mux::tools
