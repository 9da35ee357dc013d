/// @file
/// Lexer: a position in one line of a shader's text.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mux::compiler::tgsi {

/// Reads words, numbers and punctuation. Blanks between them are skipped.
class Cursor {
 public:
  /// @param number of the line, from 1.
  Cursor(std::string_view line, uint32_t number) : rest_(line), number_(number) {}

  uint32_t line() const { return number_; }
  bool is_at_end();
  /// Whether the next character is `character`.
  bool is_before(char character);
  /// Skips the character if it is the next one.
  bool accept(char character);
  /// Skips the character. Throws TextError if it is not the next one.
  void expect(char character);
  /// Throws TextError if something follows.
  void expect_end();

  /// The next run of letters, digits and underscores, which may be empty.
  std::string_view peek_word();
  /// The same, skipped. Throws TextError if it is empty.
  std::string_view word();
  /// An unsigned decimal number of at most `largest`. Throws TextError.
  uint32_t number(uint32_t largest = UINT32_MAX);
  /// A decimal number with an optional sign. Throws TextError if it does not fit in 32 bits.
  int32_t integer();
  /// 0x and at most eight hexadecimal digits. Throws TextError.
  uint32_t hexadecimal();

  /// Throws TextError at the next word or character.
  [[noreturn]] void refuse(const std::string &text);
  /// The same, at a word that was read.
  [[noreturn]] void refuse(std::string_view word, const std::string &text) const;

 private:
  void skip_blanks();
  uint32_t convert(std::string_view digits, int base, std::string_view word) const;

  std::string_view rest_;
  uint32_t number_;
};

}  // namespace mux::compiler::tgsi
