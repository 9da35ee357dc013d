#include "codegen/tgsi/text/cursor.h"

#include <algorithm>
#include <charconv>

#include "codegen/tgsi/text/text_error.h"

namespace mux::compiler::tgsi {
namespace {

bool is_word_character(char character) {
  return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z') ||
         (character >= '0' && character <= '9') || character == '_';
}

}  // namespace

void Cursor::skip_blanks() {
  while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) {
    rest_.remove_prefix(1);
  }
}

bool Cursor::is_at_end() {
  skip_blanks();
  return rest_.empty();
}

bool Cursor::is_before(char character) {
  skip_blanks();
  return !rest_.empty() && rest_.front() == character;
}

bool Cursor::accept(char character) {
  if (!is_before(character)) {
    return false;
  }
  rest_.remove_prefix(1);
  return true;
}

void Cursor::expect(char character) {
  if (!accept(character)) {
    refuse(std::string("'") + character + "' was expected");
  }
}

void Cursor::expect_end() {
  if (!is_at_end()) {
    refuse("the end of the line was expected");
  }
}

std::string_view Cursor::peek_word() {
  skip_blanks();
  const auto *const end = std::find_if_not(rest_.begin(), rest_.end(), is_word_character);
  return rest_.substr(0, static_cast<size_t>(end - rest_.begin()));
}

std::string_view Cursor::word() {
  const std::string_view word = peek_word();
  if (word.empty()) {
    refuse("a word was expected");
  }
  rest_.remove_prefix(word.size());
  return word;
}

uint32_t Cursor::convert(std::string_view digits, int base, std::string_view word) const {
  uint32_t value = 0;
  const auto [end, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (problem == std::errc::result_out_of_range) {
    refuse(word, "the number does not fit in 32 bits");
  }
  if (problem != std::errc() || end != digits.data() + digits.size()) {
    refuse(word, "is no number");
  }
  return value;
}

uint32_t Cursor::number(uint32_t largest) {
  if (peek_word().empty()) {
    refuse("a number was expected");
  }
  const std::string_view digits = word();
  const uint32_t value = convert(digits, 10, digits);
  if (value > largest) {
    refuse(digits, "the number is larger than " + std::to_string(largest));
  }
  return value;
}

int32_t Cursor::integer() {
  const bool is_negative = accept('-');
  const std::string_view digits = peek_word();
  const uint32_t magnitude = number();
  constexpr uint32_t smallest = uint32_t{1} << 31;
  if (magnitude > (is_negative ? smallest : smallest - 1)) {
    refuse(digits, "the number does not fit in 32 bits with a sign");
  }
  return static_cast<int32_t>(is_negative ? 0 - magnitude : magnitude);
}

uint32_t Cursor::hexadecimal() {
  const std::string_view text = word();
  if (!text.starts_with("0x") || text.size() == 2) {
    refuse(text, "a hexadecimal number was expected");
  }
  return convert(text.substr(2), 16, text);
}

void Cursor::refuse(const std::string &text) {
  std::string_view place = peek_word();
  if (place.empty()) {
    place = rest_.substr(0, 1);
  }
  refuse(place, text);
}

void Cursor::refuse(std::string_view word, const std::string &text) const {
  throw TextError(number_, word, text);
}

}  // namespace mux::compiler::tgsi
