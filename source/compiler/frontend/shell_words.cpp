#include "compiler/frontend/shell_words.h"

namespace mux::compiler {
namespace {

bool is_blank(char character) {
  return std::string_view(" \t\n\r\f\v").find(character) != std::string_view::npos;
}

/// In double quotes a backslash is literal unless one of these characters follows.
bool is_escapable_in_double_quotes(char character) {
  return std::string_view("\"\\$`").find(character) != std::string_view::npos;
}

class Splitter {
 public:
  Splitter(std::string_view line, std::string &error) : line_(line), error_(error) {}

  bool split(std::vector<std::string> &words) {
    while (skip_blanks()) {
      if (!read_word(words.emplace_back())) {
        return false;
      }
    }
    return true;
  }

 private:
  /// Skips blanks. Returns whether a word follows.
  bool skip_blanks() {
    while (position_ < line_.size() && is_blank(line_[position_])) {
      ++position_;
    }
    return position_ < line_.size();
  }

  bool read_word(std::string &word) {
    while (position_ < line_.size() && !is_blank(line_[position_])) {
      const char character = line_[position_++];
      if (character == '\'' || character == '"') {
        if (!read_quoted(word, character)) {
          return false;
        }
      } else if (character != '\\') {
        word += character;
      } else if (position_ < line_.size()) {
        word += line_[position_++];
      } else {
        error_ = "the backslash at the end escapes nothing";
        return false;
      }
    }
    return true;
  }

  bool read_quoted(std::string &word, char quote) {
    const size_t start = position_;
    while (position_ < line_.size()) {
      const char character = line_[position_++];
      if (character == quote) {
        return true;
      }
      if (quote == '"' && character == '\\' && position_ < line_.size() &&
          is_escapable_in_double_quotes(line_[position_])) {
        word += line_[position_++];
      } else {
        word += character;
      }
    }
    error_ = std::string("the quote ") + quote + " at column " + std::to_string(start) +
             " is never closed";
    return false;
  }

  std::string_view line_;
  size_t position_ = 0;
  std::string &error_;
};

}  // namespace

bool split_shell_words(std::string_view line, std::vector<std::string> &words, std::string &error) {
  return Splitter(line, error).split(words);
}

}  // namespace mux::compiler
