#include "compiler/abi/printf_format.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

namespace mux::compiler::builtins {
namespace {

enum class Length {
  none,
  hh,
  h,
  hl,
  /// l and all other modifiers that mean 64 bits.
  l,
};

class Parser {
 public:
  explicit Parser(std::string_view format) : rest_(format) {}

  std::vector<PrintfPiece> parse() {
    while (!rest_.empty()) {
      if (rest_.front() == '%') {
        take_conversion();
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

  bool at_digit() const { return !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; }

  unsigned take_integer() {
    unsigned integer = 0;
    while (at_digit()) {
      integer =
          std::min(integer * 10 + static_cast<unsigned>(rest_.front() - '0'), largest_printf_width);
      rest_.remove_prefix(1);
    }
    return integer;
  }

  /// %, flags, width, precision, vector specifier, length modifier, conversion.
  void take_conversion() {
    const std::string_view start = rest_;
    rest_.remove_prefix(1);
    PrintfPiece piece;
    const std::string flags = take_flags();
    const std::string size = take_size(piece);
    if (take('v')) {
      piece.lanes = take_integer();
    }
    const Length length = take_length();
    const char conversion = rest_.empty() ? '\0' : rest_.front();
    const PrintfKind kind = kind_of(conversion);
    if (kind == PrintfKind::text && conversion != '%') {
      // The invalid part is text; a conversion may follow it.
      add_text(start.substr(0, start.size() - rest_.size()));
      return;
    }
    rest_.remove_prefix(1);
    if (conversion == '%') {
      add_text("%");
      return;
    }
    piece.kind = kind;
    piece.written = std::string(start.substr(0, start.size() - rest_.size()));
    complete(piece, flags, size, length);
    pieces_.push_back(std::move(piece));
  }

  std::string take_flags() {
    std::string flags;
    while (!rest_.empty() && std::string_view("-+ #0'").find(rest_.front()) != rest_.npos) {
      // There is no thousands separator in the locale of kernels.
      if (flags.find(rest_.front()) == std::string::npos && rest_.front() != '\'') {
        flags += rest_.front();
      }
      rest_.remove_prefix(1);
    }
    return flags;
  }

  /// Parses width and precision, both optional.
  std::string take_size(PrintfPiece &piece) {
    std::string size;
    if (take('*')) {
      piece.width_is_argument = true;
      size = "*";
    } else if (at_digit()) {
      size = std::to_string(take_integer());
    }
    if (take('.')) {
      piece.precision_is_argument = take('*');
      size += '.';
      size += piece.precision_is_argument ? "*" : std::to_string(take_integer());
    }
    return size;
  }

  Length take_length() {
    if (take('h')) {
      return take('h') ? Length::hh : take('l') ? Length::hl : Length::h;
    }
    if (take('l')) {
      take('l');
      return Length::l;
    }
    return take('z') || take('t') || take('j') || take('q') || take('L') ? Length::l : Length::none;
  }

  static PrintfKind kind_of(char conversion) {
    switch (conversion) {
      case 'd':
      case 'i':
        return PrintfKind::signed_integer;
      case 'o':
      case 'u':
      case 'x':
      case 'X':
        return PrintfKind::unsigned_integer;
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        return PrintfKind::real;
      case 'c':
        return PrintfKind::character;
      case 's':
        return PrintfKind::string;
      case 'p':
        return PrintfKind::pointer;
      case 'n':
        return PrintfKind::nothing;
      default:
        return PrintfKind::text;
    }
  }

  static void complete(PrintfPiece &piece, std::string flags, const std::string &size,
                       Length length) {
    if (piece.kind >= PrintfKind::character) {
      // These two flags do not apply to characters and addresses.
      std::erase_if(flags, [](char flag) { return flag == '#' || flag == '0'; });
    }
    const bool integer =
        piece.kind == PrintfKind::signed_integer || piece.kind == PrintfKind::unsigned_integer;
    if (integer) {
      piece.bits = bits_of(length, piece.lanes != 0);
    }
    piece.text = "%" + flags + size + (integer ? "ll" : "") + piece.written.back();
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
        break;
    }
    return 64;
  }

  /// The part of the format that is not parsed yet.
  std::string_view rest_;
  std::vector<PrintfPiece> pieces_;
};

bool converts(PrintfKind kind, PrintfSource source) {
  switch (kind) {
    case PrintfKind::signed_integer:
    case PrintfKind::unsigned_integer:
    case PrintfKind::character:
      return source != PrintfSource::other;
    case PrintfKind::real:
      return source == PrintfSource::integer || source == PrintfSource::real;
    case PrintfKind::pointer:
      return source == PrintfSource::integer || source == PrintfSource::pointer;
    case PrintfKind::string:
      return source == PrintfSource::pointer;
    case PrintfKind::end:
    case PrintfKind::text:
    case PrintfKind::nothing:
      break;
  }
  return false;
}

/// The header of an encoded piece, followed by its text.
struct Head {
  PrintfKind kind = PrintfKind::text;
  PrintfSource source = PrintfSource::other;
  uint8_t bits = 0;
  uint8_t lanes = 0;
  uint8_t width_is_argument = 0;
  uint8_t precision_is_argument = 0;
  uint16_t length = 0;
  uint32_t first = 0;
};

constexpr size_t longest_text = std::numeric_limits<uint16_t>::max();

class Encoder {
 public:
  explicit Encoder(std::span<const PrintfArgument> arguments) : arguments_(arguments) {}

  std::string encode(const std::vector<PrintfPiece> &pieces) {
    for (const PrintfPiece &piece : pieces) {
      if (piece.kind == PrintfKind::text) {
        append_text(piece.text);
      } else if (!append_conversion(piece)) {
        append_text(piece.written);
      }
    }
    bytes_ += static_cast<char>(PrintfKind::end);
    return std::move(bytes_);
  }

 private:
  struct Taken {
    PrintfArgument argument;
    uint32_t first;
  };

  std::optional<Taken> take() {
    if (next_ == arguments_.size()) {
      return std::nullopt;
    }
    const PrintfArgument &argument = arguments_[next_++];
    const Taken taken{argument, value_};
    value_ += argument.source == PrintfSource::other ? 0 : argument.lanes;
    return taken;
  }

  /// Consumes a width or a precision.
  bool take_size() {
    const std::optional<Taken> size = take();
    return size.has_value() && size->argument.source == PrintfSource::integer &&
           size->argument.lanes == 1;
  }

  bool append_conversion(const PrintfPiece &piece) {
    const bool has_width = !piece.width_is_argument || take_size();
    const bool has_precision = !piece.precision_is_argument || take_size();
    const std::optional<Taken> value = take();
    if (!has_width || !has_precision || !value.has_value() ||
        !converts(piece.kind, value->argument.source) || piece.text.size() > longest_text) {
      return false;
    }
    const PrintfArgument &argument = value->argument;
    Head head;
    head.kind = piece.kind;
    head.source = argument.source;
    head.lanes = argument.lanes;
    if (piece.lanes != 0) {
      head.lanes = static_cast<uint8_t>(std::min<unsigned>(piece.lanes, argument.lanes));
    }
    head.bits = argument.bits;
    if (piece.bits != 0) {
      head.bits = static_cast<uint8_t>(std::min<unsigned>(piece.bits, argument.bits));
    }
    head.width_is_argument = piece.width_is_argument ? 1 : 0;
    head.precision_is_argument = piece.precision_is_argument ? 1 : 0;
    head.first = value->first - head.width_is_argument - head.precision_is_argument;
    append(head, piece.text);
    return true;
  }

  void append_text(std::string_view text) {
    for (size_t begin = 0; begin < text.size(); begin += longest_text) {
      append({}, text.substr(begin, longest_text));
    }
  }

  void append(Head head, std::string_view text) {
    head.length = static_cast<uint16_t>(text.size());
    char bytes[sizeof head];
    std::memcpy(bytes, &head, sizeof head);
    bytes_.append(bytes, sizeof head);
    bytes_ += text;
    bytes_ += '\0';
  }

  std::span<const PrintfArgument> arguments_;
  size_t next_ = 0;
  uint32_t value_ = 0;
  std::string bytes_;
};

}  // namespace

std::vector<PrintfPiece> parse_printf_format(std::string_view format) {
  return Parser(format).parse();
}

std::string encode_printf_format(const std::vector<PrintfPiece> &pieces,
                                 std::span<const PrintfArgument> arguments) {
  return Encoder(arguments).encode(pieces);
}

bool next_printf_piece(const char *&bytes, EncodedPrintfPiece &piece) {
  if (*bytes == static_cast<char>(PrintfKind::end)) {
    return false;
  }
  Head head;
  std::memcpy(&head, bytes, sizeof head);
  const char *text = bytes + sizeof head;
  piece = {head.kind,
           head.source,
           head.bits,
           head.lanes,
           head.width_is_argument != 0,
           head.precision_is_argument != 0,
           head.first,
           {text, head.length}};
  bytes = text + head.length + 1;
  return true;
}

std::string encode_printf_arguments(std::span<const PrintfArgument> arguments) {
  std::string bytes;
  for (const PrintfArgument &argument : arguments) {
    bytes += static_cast<char>(argument.source);
    bytes += static_cast<char>(argument.bits);
    bytes += static_cast<char>(argument.lanes);
  }
  bytes += static_cast<char>(PrintfSource::end);
  return bytes;
}

std::vector<PrintfArgument> decode_printf_arguments(const char *bytes) {
  std::vector<PrintfArgument> arguments;
  for (; *bytes != static_cast<char>(PrintfSource::end); bytes += 3) {
    arguments.push_back({static_cast<PrintfSource>(bytes[0]), static_cast<uint8_t>(bytes[1]),
                         static_cast<uint8_t>(bytes[2])});
  }
  return arguments;
}

}  // namespace mux::compiler::builtins
