// Parsing of environment variables.

#include "support/environment.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <optional>
#include <string>

namespace environment = mux::environment;

namespace {

/// In small letters, because docs/environment.md has no such variable.
constexpr const char *variable = "mux_test_value";

/// Sets the variable during its lifetime; unsets it without a value.
class Value {
 public:
  explicit Value(const char *value) {
    unsetenv(variable);
    if (value != nullptr) {
      setenv(variable, value, 1);
    }
  }
  ~Value() { unsetenv(variable); }
  Value(const Value &) = delete;
  Value &operator=(const Value &) = delete;
};

/// A parsed value and the text of its problem.
template <typename Parsed>
struct Result {
  std::optional<Parsed> value;
  std::string problem;

  bool operator==(const Result &) const = default;
};

Result<bool> flag_of(const char *text) {
  const Value value(text);
  environment::Problem problem;
  const auto parsed = environment::flag(variable, problem);
  CHECK(static_cast<bool>(problem) == !std::string(problem.text()).empty());
  return {parsed, problem.text()};
}

Result<uint64_t> number_of(const char *text, uint64_t least, uint64_t most) {
  const Value value(text);
  environment::Problem problem;
  const auto parsed = environment::number(variable, least, most, problem);
  return {parsed, problem.text()};
}

Result<size_t> choice_of(const char *text) {
  const Value value(text);
  constexpr std::array<std::string_view, 2> names = {"one", "two"};
  environment::Problem problem;
  const auto parsed = environment::choice(variable, names, "one or two", problem);
  return {parsed, problem.text()};
}

}  // namespace

TEST_CASE("an unset variable is an empty text") {
  for (const char *text : {static_cast<const char *>(nullptr), "", "a", " 0"}) {
    const Value value(text);
    CHECK(environment::text(variable) == (text == nullptr ? "" : text));
  }
}

TEST_CASE("a variable is on unless it is unset, empty or 0") {
  for (const char *text : {static_cast<const char *>(nullptr), "", "0"}) {
    const Value value(text);
    CHECK_FALSE(environment::is_on(variable));
  }
  for (const char *text : {"1", "yes", "00"}) {
    const Value value(text);
    CHECK(environment::is_on(variable));
  }
}

TEST_CASE("a flag is 0 or 1, anything else a problem") {
  CHECK(flag_of("0") == Result<bool>{false, ""});
  CHECK(flag_of("1") == Result<bool>{true, ""});
  CHECK(flag_of("") == Result<bool>{});
  CHECK(flag_of(nullptr) == Result<bool>{});
  CHECK(flag_of("on") == Result<bool>{std::nullopt, "mux_test_value is 'on', not 0 or 1"});
}

TEST_CASE("a number is decimal or hexadecimal, and in its range") {
  CHECK(number_of("7", 1, 9) == Result<uint64_t>{7, ""});
  CHECK(number_of("0x8086", 0, UINT32_MAX) == Result<uint64_t>{0x8086, ""});
  CHECK(number_of("0XfF", 0, 255) == Result<uint64_t>{255, ""});
  CHECK(number_of("18446744073709551615", 0, UINT64_MAX) == Result<uint64_t>{UINT64_MAX, ""});
  CHECK(number_of("", 1, 9) == Result<uint64_t>{});
  CHECK(number_of(nullptr, 1, 9) == Result<uint64_t>{});
  for (const char *text :
       {"0", "10", "-1", "+7", " 7", "7 ", "7x", "0x", "x7", "seven", "18446744073709551623"}) {
    CAPTURE(text);
    CHECK(number_of(text, 1, 9) ==
          Result<uint64_t>{std::nullopt, "mux_test_value is '" + std::string(text) +
                                             "', not a number from 1 to 9"});
  }
}

TEST_CASE("a choice is the index of its name") {
  CHECK(choice_of("one") == Result<size_t>{0, ""});
  CHECK(choice_of("two") == Result<size_t>{1, ""});
  CHECK(choice_of("") == Result<size_t>{});
  CHECK(choice_of(nullptr) == Result<size_t>{});
  CHECK(choice_of("One") ==
        Result<size_t>{std::nullopt, "mux_test_value is 'One', not one or two"});
}

TEST_CASE("descriptions of long values are truncated") {
  const std::string text(1000, 'x');
  CHECK(flag_of(text.c_str()).problem ==
        "mux_test_value is '" + text.substr(0, environment::Problem::longest_quotation) +
            "', not 0 or 1");
  environment::Problem problem;
  problem.describe(variable, "a", text);
  CHECK(std::string(problem.text()).size() == environment::Problem::capacity - 1);
}
