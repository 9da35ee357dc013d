/// @file
/// The format of a printf call: read when a kernel is compiled, or when it runs if the format is
/// not known before, and in the form in which print_text() (printf_runtime.h) follows it.
///
/// Knows nothing of LLVM. Every function may be called from any thread; none fails but with
/// std::bad_alloc.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mux::compiler::builtins {

/// What a piece of a format prints. The numbers are part of the encoding.
enum class PrintfKind : uint8_t {
  end,
  text,
  signed_integer,
  unsigned_integer,
  real,
  character,
  string,
  pointer,
  /// Takes an argument and prints nothing of it: %n.
  nothing,
};

/// What a compiled kernel stores of an argument, each element in 64 bits. The numbers are part of
/// the encoding.
enum class PrintfSource : uint8_t {
  end,
  /// Extended by zeros.
  integer,
  /// As a double.
  real,
  /// An address.
  pointer,
  /// Cannot be printed, and is not stored: a structure, an image.
  other,
};

struct PrintfArgument {
  PrintfSource source = PrintfSource::other;
  /// Of an integer or an address, 1 to 64; 64 for others.
  uint8_t bits = 64;
  /// Elements that are stored: 1 of a scalar.
  uint8_t lanes = 1;
};

/// Text to be copied, or a conversion.
struct PrintfPiece {
  PrintfKind kind = PrintfKind::text;
  /// The text, or the conversion as the C library takes it for 64-bit values: "%-8llx".
  std::string text;
  /// The conversion as it was written.
  std::string written;
  /// 0 for a scalar, else the width of the vector.
  unsigned lanes = 0;
  /// Bits of an integer that are printed; 0 for all that its type has.
  unsigned bits = 0;
  /// Arguments of type int that come before the one that is printed: a width, a precision.
  bool width_is_argument = false;
  bool precision_is_argument = false;
};

/// The largest field width and precision; above it, they are this. They bound what one conversion
/// prints.
inline constexpr unsigned largest_printf_width = 4095;

/// Reads a format: what OpenCL C 3.1 has (6.15.14), and what C has beyond that, in every version.
/// The length modifiers are hh, h, hl, l, ll, q, j, z, t and L; one that means nothing to its
/// conversion is ignored. What is no conversion is text.
std::vector<PrintfPiece> parse_printf_format(std::string_view format);

/// The bytes that print_text() reads: the pieces, with the arguments that they print.
///
/// Numbers are converted to what a conversion prints, as C converts them; an integer counts as
/// signed where a real number is printed. A vector is printed as far as it and its vector specifier
/// go, as a whole without one. A conversion whose argument is missing, or cannot be converted,
/// prints itself. Arguments that are left over are ignored.
std::string encode_printf_format(const std::vector<PrintfPiece> &pieces,
                                 std::span<const PrintfArgument> arguments);

/// A piece as print_text() finds it. What is not text has its first value at `first`: the
/// arguments for width and precision, if any, then `lanes` values.
struct EncodedPrintfPiece {
  PrintfKind kind;
  PrintfSource source;
  /// Of an integer: as many as it has, or as are printed if those are fewer.
  uint8_t bits;
  uint8_t lanes;
  bool width_is_argument;
  bool precision_is_argument;
  uint32_t first;
  /// Ends with a null character, which does not count.
  std::string_view text;
};

/// @param[in,out] bytes what encode_printf_format() returned, then what follows the piece.
/// @return false at the end.
bool next_printf_piece(const char *&bytes, EncodedPrintfPiece &piece);

/// The arguments for print_any_text(), which reads the format when the kernel runs.
std::string encode_printf_arguments(std::span<const PrintfArgument> arguments);
std::vector<PrintfArgument> decode_printf_arguments(const char *bytes);

}  // namespace mux::compiler::builtins
