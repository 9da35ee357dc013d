/// @file
/// Reading of environment variables. Nothing else in the libraries calls getenv().
///
/// An empty value counts as none. The functions neither allocate nor throw nor log: a malformed
/// value is described in a Problem, which the caller logs or returns as its error, so that all
/// descriptions have one form. docs/environment.md lists the variables; scripts/check_environment
/// finds their names in the calls of these functions, and in the files that pass on a name.
///
/// Thread-safe as getenv() is: not while the program changes its environment.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

namespace mux::environment {

/// The description of a malformed value: "MUX_COMPUTE_UNITS is 'many', not a number from 1 to
/// 1024".
class Problem {
 public:
  /// Size of the longest description, with its null terminator.
  static constexpr size_t capacity = 256;
  /// Longer values are truncated in descriptions, at this number of characters.
  static constexpr int longest_quotation = 64;

  /// @param expected follows "not": what the value should have been.
  void describe(const char *variable, std::string_view value, std::string_view expected) noexcept {
    std::snprintf(
        text_, sizeof text_, "%s is '%.*s', not %.*s", variable,
        value.size() < longest_quotation ? static_cast<int>(value.size()) : longest_quotation,
        value.data(), static_cast<int>(expected.size()), expected.data());
  }

  /// Whether a value was malformed.
  explicit operator bool() const noexcept { return text_[0] != '\0'; }
  /// Empty if no value was malformed.
  const char *text() const noexcept { return text_; }

 private:
  char text_[capacity] = "";
};

/// Returns the value of a variable, terminated by a null character; empty if it is not set. Valid
/// until the program changes the variable.
inline std::string_view text(const char *variable) noexcept {
  const char *value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

/// Whether a variable is neither unset nor empty nor `0`.
inline bool is_on(const char *variable) noexcept {
  const std::string_view value = text(variable);
  return !value.empty() && value != "0";
}

/// Parses `0` or `1`.
/// @return nothing if the variable is not set or malformed; the latter also sets `problem`.
inline std::optional<bool> flag(const char *variable, Problem &problem) noexcept {
  const std::string_view value = text(variable);
  if (value == "0" || value == "1") {
    return value == "1";
  }
  if (!value.empty()) {
    problem.describe(variable, value, "0 or 1");
  }
  return std::nullopt;
}

/// Parses a number from `least` to `most`, decimal, or hexadecimal after `0x`.
/// @return nothing if the variable is not set or malformed; the latter also sets `problem`.
inline std::optional<uint64_t> number(const char *variable, uint64_t least, uint64_t most,
                                      Problem &problem) noexcept {
  const std::string_view value = text(variable);
  if (value.empty()) {
    return std::nullopt;
  }
  const bool is_hexadecimal = value.starts_with("0x") || value.starts_with("0X");
  const std::string_view digits = value.substr(is_hexadecimal ? 2 : 0);
  const char *const end = digits.data() + digits.size();
  uint64_t result = 0;
  const auto [last, error] = std::from_chars(digits.data(), end, result, is_hexadecimal ? 16 : 10);
  if (error == std::errc() && last == end && result >= least && result <= most) {
    return result;
  }
  char expected[64];
  std::snprintf(expected, sizeof expected, "a number from %llu to %llu",
                static_cast<unsigned long long>(least), static_cast<unsigned long long>(most));
  problem.describe(variable, value, expected);
  return std::nullopt;
}

/// Returns the index of a variable's value in `names`.
/// @param expected names them for the description of a problem: "gpu or accelerator".
/// @return nothing if the variable is not set or malformed; the latter also sets `problem`.
inline std::optional<size_t> choice(const char *variable, std::span<const std::string_view> names,
                                    std::string_view expected, Problem &problem) noexcept {
  const std::string_view value = text(variable);
  for (size_t index = 0; index < names.size(); ++index) {
    if (!value.empty() && value == names[index]) {
      return index;
    }
  }
  if (!value.empty()) {
    problem.describe(variable, value, expected);
  }
  return std::nullopt;
}

}  // namespace mux::environment
