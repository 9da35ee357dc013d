#include "compiler/abi/printf_format.h"

#include <algorithm>
#include <limits>

namespace mux::compiler::builtins {
namespace {

/// z and t are one here: size_t and ptrdiff_t have the bits of an address.
enum class Length { none, hh, h, hl, l, zt };

class Parser {
 public:
  Parser(std::string_view format, std::string &error) : rest_(format), error_(error) {}

  std::optional<std::vector<PrintfPiece>> parse() {
    while (!rest_.empty()) {
      if (rest_.starts_with("%%")) {
        add_text("%");
        rest_.remove_prefix(2);
      } else if (rest_.front() == '%') {
        if (!take_conversion()) {
          return std::nullopt;
        }
      } else {
        const size_t end = std::min(rest_.find('%'), rest_.size());
        add_text(rest_.substr(0, end));
        rest_.remove_prefix(end);
      }
    }
    return std::move(pieces_);
  }

 private:
  void add_text(std::string_view text) {
    if (pieces_.empty() || pieces_.back().kind != PrintfKind::text) {
      pieces_.emplace_back();
    }
    pieces_.back().text += text;
  }

  bool take(char character) {
    if (rest_.empty() || rest_.front() != character) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  static bool is_digit(char character) { return character >= '0' && character <= '9'; }

  unsigned take_integer() {
    // Past the largest width, how far past makes no difference.
    unsigned integer = 0;
    while (!rest_.empty() && is_digit(rest_.front())) {
      integer = std::min(integer * 10 + static_cast<unsigned>(rest_.front() - '0'),
                         largest_printf_width + 1);
      rest_.remove_prefix(1);
    }
    return integer;
  }

  /// %, flags, width, precision, vector specifier, length modifier, conversion.
  bool take_conversion() {
    start_ = rest_;
    rest_.remove_prefix(1);
    std::string flags;
    while (!rest_.empty() && std::string_view("-+ #0").find(rest_.front()) != rest_.npos) {
      if (flags.find(rest_.front()) == std::string::npos) {
        flags += rest_.front();
      }
      rest_.remove_prefix(1);
    }
    std::string size;
    if (!take_size(size)) {
      return false;
    }
    PrintfPiece piece;
    if (take('v')) {
      piece.lanes = take_integer();
      if (piece.lanes != 2 && piece.lanes != 3 && piece.lanes != 4 && piece.lanes != 8 &&
          piece.lanes != 16) {
        return fail("has a vector specifier other than v2, v3, v4, v8 and v16");
      }
    }
    const Length length = take_length();
    if (rest_.empty()) {
      return fail("is not complete");
    }
    const char conversion = rest_.front();
    rest_.remove_prefix(1);
    piece.written = std::string(start_.substr(0, start_.size() - rest_.size()));
    if (!describe(piece, conversion, length)) {
      return false;
    }
    if (piece.kind >= PrintfKind::character) {
      // These two mean nothing to characters and addresses.
      std::erase_if(flags, [](char flag) { return flag == '#' || flag == '0'; });
    }
    const bool integer =
        piece.kind == PrintfKind::signed_integer || piece.kind == PrintfKind::unsigned_integer;
    piece.text = "%" + flags + size + (integer ? "ll" : "") + conversion;
    pieces_.push_back(std::move(piece));
    return true;
  }

  /// Width and precision, both optional.
  bool take_size(std::string &size) {
    const auto fits = [this](unsigned size) {
      return size <= largest_printf_width ||
             fail("has a width or precision above " + std::to_string(largest_printf_width));
    };
    if (!rest_.empty() && is_digit(rest_.front())) {
      const unsigned width = take_integer();
      if (!fits(width)) {
        return false;
      }
      size = std::to_string(width);
    }
    if (take('.')) {
      const unsigned precision = take_integer();
      if (!fits(precision)) {
        return false;
      }
      size += '.';
      size += std::to_string(precision);
    }
    if (rest_.starts_with("*")) {
      return fail("takes its width or precision from an argument, which OpenCL C does not have");
    }
    return true;
  }

  Length take_length() {
    if (take('h')) {
      return take('h') ? Length::hh : take('l') ? Length::hl : Length::h;
    }
    if (take('l')) {
      return Length::l;
    }
    return take('z') || take('t') ? Length::zt : Length::none;
  }

  bool describe(PrintfPiece &piece, char conversion, Length length) {
    switch (conversion) {
      case 'd':
      case 'i':
        piece.kind = PrintfKind::signed_integer;
        break;
      case 'o':
      case 'u':
      case 'x':
      case 'X':
        piece.kind = PrintfKind::unsigned_integer;
        break;
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        piece.kind = PrintfKind::real;
        break;
      case 'c':
        piece.kind = PrintfKind::character;
        break;
      case 's':
        piece.kind = PrintfKind::string;
        break;
      case 'p':
        piece.kind = PrintfKind::pointer;
        break;
      default:
        return fail("is not a conversion of OpenCL C");
    }
    if (piece.kind >= PrintfKind::character) {
      return (piece.lanes == 0 && length == Length::none) ||
             fail("has a length modifier or vector specifier, which does not go with it");
    }
    if (length == Length::hl && piece.lanes == 0) {
      return fail("has the length modifier hl without a vector specifier");
    }
    if (length == Length::zt && piece.lanes != 0) {
      return fail("has the length modifier z or t with a vector specifier");
    }
    if (piece.kind == PrintfKind::real) {
      const bool fits = length == Length::none || length == Length::l ||
                        (piece.lanes != 0 && (length == Length::h || length == Length::hl));
      return fits || fail("has a length modifier that does not go with it");
    }
    piece.bits = bits_of(length, piece.lanes != 0);
    return true;
  }

  static unsigned bits_of(Length length, bool vector) {
    switch (length) {
      case Length::none:
        return vector ? 0 : 32;
      case Length::hh:
        return 8;
      case Length::h:
        return 16;
      case Length::hl:
        return 32;
      case Length::l:
      case Length::zt:
        break;
    }
    return 64;
  }

  bool fail(std::string_view what) {
    const size_t length = std::max<size_t>(start_.size() - rest_.size(), 1);
    error_ = "the conversion '" + std::string(start_.substr(0, length)) + "' ";
    error_ += what;
    return false;
  }

  /// What is left, and what was left where the conversion starts.
  std::string_view rest_;
  std::string_view start_;
  std::string &error_;
  std::vector<PrintfPiece> pieces_;
};

constexpr size_t longest_text = std::numeric_limits<uint16_t>::max();

void append(std::string &bytes, PrintfKind kind, unsigned values, std::string_view text) {
  const auto length = static_cast<uint16_t>(text.size());
  bytes += static_cast<char>(kind);
  bytes += static_cast<char>(values);
  bytes += static_cast<char>(length & 0xFF);
  bytes += static_cast<char>(length >> 8);
  bytes += text;
  bytes += '\0';
}

}  // namespace

std::optional<std::vector<PrintfPiece>> parse_printf_format(std::string_view format,
                                                            std::string &error) {
  return Parser(format, error).parse();
}

std::string encode_printf_format(const std::vector<PrintfPiece> &pieces) {
  std::string bytes;
  for (const PrintfPiece &piece : pieces) {
    if (piece.kind != PrintfKind::text) {
      append(bytes, piece.kind, std::max(piece.lanes, 1U), piece.text);
      continue;
    }
    for (size_t begin = 0; begin < piece.text.size(); begin += longest_text) {
      append(bytes, piece.kind, 0, std::string_view(piece.text).substr(begin, longest_text));
    }
  }
  bytes += static_cast<char>(PrintfKind::end);
  return bytes;
}

}  // namespace mux::compiler::builtins
