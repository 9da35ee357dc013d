/// @file
/// The format of a printf call: read when a kernel is compiled, and in the form in which the
/// compiled kernel hands it to the runtime (print_text() in printf_runtime.h).
///
/// Knows nothing of LLVM. Every function may be called from any thread; none fails but with
/// std::bad_alloc.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mux::compiler::builtins {

/// What a piece of a format prints. The numbers are part of the encoding.
enum class PrintfKind : uint8_t {
  end,
  text,
  /// The values of the others are 64 bits wide: integers extended by their sign or by zeros,
  /// doubles, addresses.
  signed_integer,
  unsigned_integer,
  real,
  character,
  string,
  pointer,
};

/// Text to be copied, or a conversion.
struct PrintfPiece {
  PrintfKind kind = PrintfKind::text;
  /// The text, or the conversion as the C library takes it for 64-bit values: "%-8llx".
  std::string text;
  /// The conversion as it was written, for messages.
  std::string written;
  /// 0 for a scalar, else the width of the vector.
  unsigned lanes = 0;
  /// Bits of an integer that are printed; 0 for all that its type has.
  unsigned bits = 0;
};

/// The largest field width and precision. They bound what one conversion prints.
inline constexpr unsigned largest_printf_width = 4095;

/// Reads a format of OpenCL C 3.1 (6.15.14). The length modifiers z and t, which earlier versions
/// reserve, are there in all of them.
/// @return nothing, with what is wrong in `error`, if it is not one.
std::optional<std::vector<PrintfPiece>> parse_printf_format(std::string_view format,
                                                            std::string &error);

/// The bytes that print_text() reads: for each piece its kind, its number of values, the length of
/// its text in 16 bits, the text and a null character; then PrintfKind::end.
std::string encode_printf_format(const std::vector<PrintfPiece> &pieces);

}  // namespace mux::compiler::builtins
