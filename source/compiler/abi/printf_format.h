/// @file
/// Parses and encodes the formats of printf: when a kernel is compiled, or when it is executed if
/// the format is not known before. print_text() (printf_runtime.h) interprets the encoding.
///
/// Independent of LLVM. Thread-safe; throws nothing but std::bad_alloc.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mux::compiler::builtins {

/// The kind of a conversion. The values are part of the encoding.
enum class PrintfKind : uint8_t {
  end,
  text,
  signed_integer,
  unsigned_integer,
  real,
  character,
  string,
  pointer,
  /// Consumes an argument and prints nothing: %n.
  nothing,
};

/// How a compiled kernel stores an argument, each element in 64 bits. The values are part of the
/// encoding.
enum class PrintfSource : uint8_t {
  end,
  /// Zero-extended.
  integer,
  /// As a double.
  real,
  /// An address.
  pointer,
  /// Not stored, since it cannot be printed: a structure, an image.
  other,
};

struct PrintfArgument {
  PrintfSource source = PrintfSource::other;
  /// Of an integer or an address, 1 to 64; 64 for others.
  uint8_t bits = 64;
  /// Number of elements that are stored: 1 for a scalar.
  uint8_t lanes = 1;
};

/// Literal text, or a conversion.
struct PrintfPiece {
  PrintfKind kind = PrintfKind::text;
  /// The text, or the conversion as the C library expects it for 64-bit values: "%-8llx".
  std::string text;
  /// The conversion in the source.
  std::string written;
  /// 0 for a scalar, else the width of the vector.
  unsigned lanes = 0;
  /// Bits of an integer that are printed; 0 for all bits of its type.
  unsigned bits = 0;
  /// Whether arguments of type int precede the printed one: a width, a precision.
  bool width_is_argument = false;
  bool precision_is_argument = false;
};

/// The maximum field width and precision, to which larger ones are reduced. They bound the output
/// of a conversion.
inline constexpr unsigned largest_printf_width = 4095;

/// Parses a format: OpenCL C 3.1 (6.15.14), and what C has in addition, in every version. The
/// length modifiers are hh, h, hl, l, ll, q, j, z, t and L; one that does not apply to its
/// conversion is ignored. An invalid conversion is text.
std::vector<PrintfPiece> parse_printf_format(std::string_view format);

/// Encodes the pieces, with the arguments that they print, for print_text().
///
/// Numbers are converted to the type of the conversion, as in C; integers are signed if a
/// floating-point number is printed. The shorter of a vector and its vector specifier is printed,
/// or the whole vector without a specifier. A conversion whose argument is missing, or cannot be
/// converted, prints itself. Excess arguments are ignored.
std::string encode_printf_format(const std::vector<PrintfPiece> &pieces,
                                 std::span<const PrintfArgument> arguments);

/// A decoded piece. The values of a conversion start at index `first`: the arguments for width and
/// precision, if any, then `lanes` values.
struct EncodedPrintfPiece {
  PrintfKind kind;
  PrintfSource source;
  /// Of an integer: the smaller of its bits and the printed bits.
  uint8_t bits;
  uint8_t lanes;
  bool width_is_argument;
  bool precision_is_argument;
  uint32_t first;
  /// Null-terminated.
  std::string_view text;
};

/// Decodes the next piece.
/// @param[in,out] bytes the result of encode_printf_format(), then the encoding of the following
/// pieces.
/// @return false at the end.
bool next_printf_piece(const char *&bytes, EncodedPrintfPiece &piece);

/// The arguments for print_any_text(), which parses the format when the kernel is executed.
std::string encode_printf_arguments(std::span<const PrintfArgument> arguments);
std::vector<PrintfArgument> decode_printf_arguments(const char *bytes);

}  // namespace mux::compiler::builtins
