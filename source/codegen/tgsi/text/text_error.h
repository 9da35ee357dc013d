/// @file
/// The exception for shaders that are invalid or not supported. It is used only inside the TGSI
/// reader, where nearly every line can fail; the reader's interface converts it to an llvm::Error.

#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mux::compiler::tgsi {

class TextError : public std::runtime_error {
 public:
  explicit TextError(const std::string &text) : std::runtime_error(text) {}
  /// @param line number of the line, from 1.
  /// @param word the word that is wrong; empty at the end of a line.
  TextError(uint32_t line, std::string_view word, const std::string &text)
      : TextError("line " + std::to_string(line) + ": " +
                  (word.empty() ? "end of line" : "'" + std::string(word) + "'") + ": " + text) {}
};

}  // namespace mux::compiler::tgsi
