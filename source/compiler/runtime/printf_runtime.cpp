#include "compiler/runtime/printf_runtime.h"

#include <locale.h>  // newlocale() is POSIX, not C++.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <string_view>

#include "compiler/abi/kernel_output.h"
#include "compiler/abi/printf_format.h"

namespace mux::compiler::builtins {
namespace {

/// The output buffer, always with room for a null character: on the stack while it is short. Does
/// not throw, because compiled kernels cannot be unwound.
class Text {
 public:
  Text() = default;
  ~Text() { std::free(long_); }
  Text(const Text &) = delete;
  Text &operator=(const Text &) = delete;

  std::string_view terminated() {
    data()[size_] = '\0';
    return {data(), size_};
  }

  bool append(std::string_view text) {
    if (!reserve(text.size())) {
      return false;
    }
    std::memcpy(data() + size_, text.data(), text.size());
    size_ += text.size();
    return true;
  }

  /// Appends values formatted by the C library.
  template <typename... Values>
  bool append_printed(const char *specification, Values... values) {
    int length = std::snprintf(data() + size_, capacity_ - size_, specification, values...);
    if (length >= 0 && static_cast<size_t>(length) >= capacity_ - size_) {
      if (!reserve(static_cast<size_t>(length))) {
        return false;
      }
      length = std::snprintf(data() + size_, capacity_ - size_, specification, values...);
    }
    if (length < 0) {
      return false;
    }
    size_ += static_cast<size_t>(length);
    return true;
  }

 private:
  char *data() { return long_ ? long_ : short_; }

  /// Reserves space for `more` bytes and a null character.
  bool reserve(size_t more) {
    if (more < capacity_ - size_) {
      return true;
    }
    const size_t capacity = std::max(size_ + more + 1, 2 * capacity_);
    auto *grown = static_cast<char *>(std::realloc(long_, capacity));
    if (!grown) {
      return false;
    }
    if (!long_) {
      std::memcpy(grown, short_, size_);
    }
    long_ = grown;
    capacity_ = capacity;
    return true;
  }

  char short_[1024];
  char *long_ = nullptr;
  size_t capacity_ = sizeof short_;
  size_t size_ = 0;
};

/// Sets the calling thread's locale to "C" during its lifetime.
class ScopedCLocale {
 public:
  ScopedCLocale() {
    static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
    if (plain) {
      previous_ = uselocale(plain);
    }
  }
  ~ScopedCLocale() {
    if (previous_) {
      uselocale(previous_);
    }
  }
  ScopedCLocale(const ScopedCLocale &) = delete;
  ScopedCLocale &operator=(const ScopedCLocale &) = delete;

 private:
  locale_t previous_ = nullptr;
};

/// Sign-extends the lower `bits` bits.
uint64_t sign_extended(uint64_t value, unsigned bits) {
  const unsigned shift = 64 - bits;
  return static_cast<uint64_t>(static_cast<int64_t>(value << shift) >> shift);
}

uint64_t zero_extended(uint64_t value, unsigned bits) {
  return value & (~uint64_t{0} >> (64 - bits));
}

/// Truncates to an integer, saturated to the range of the type; 0 for NaN.
template <typename Integer>
Integer truncated_integer(double value) {
  constexpr auto lowest = std::numeric_limits<Integer>::min();
  constexpr auto highest = std::numeric_limits<Integer>::max();
  if (std::isnan(value)) {
    return 0;
  }
  // The conversion of `highest` to double rounds up to a power of two, which is out of range.
  return value <= static_cast<double>(lowest)    ? lowest
         : value >= static_cast<double>(highest) ? highest
                                                 : static_cast<Integer>(value);
}

long long signed_integer(const EncodedPrintfPiece &piece, uint64_t value) {
  if (piece.source == PrintfSource::real) {
    value = static_cast<uint64_t>(truncated_integer<int64_t>(std::bit_cast<double>(value)));
  }
  return static_cast<long long>(sign_extended(value, piece.bits));
}

/// Negative floating-point numbers are converted by way of a signed integer.
unsigned long long unsigned_integer(const EncodedPrintfPiece &piece, uint64_t value) {
  if (piece.source == PrintfSource::real) {
    const auto real = std::bit_cast<double>(value);
    value = real < 0 ? static_cast<uint64_t>(truncated_integer<int64_t>(real))
                     : truncated_integer<uint64_t>(real);
  }
  return zero_extended(value, piece.bits);
}

double real(const EncodedPrintfPiece &piece, uint64_t value) {
  return piece.source == PrintfSource::real
             ? std::bit_cast<double>(value)
             : static_cast<double>(static_cast<int64_t>(sign_extended(value, piece.bits)));
}

/// A width or precision given as an argument, clamped.
int field_width(uint64_t value) {
  constexpr auto largest = static_cast<int32_t>(largest_printf_width);
  return std::clamp(static_cast<int32_t>(value), -largest, largest);
}

template <typename Value>
bool append_value(Text &text, const EncodedPrintfPiece &piece, const uint64_t *sizes, Value value) {
  const char *specification = piece.text.data();
  if (piece.width_is_argument && piece.precision_is_argument) {
    return text.append_printed(specification, field_width(sizes[0]), field_width(sizes[1]), value);
  }
  if (piece.width_is_argument || piece.precision_is_argument) {
    return text.append_printed(specification, field_width(sizes[0]), value);
  }
  return text.append_printed(specification, value);
}

bool append_converted(Text &text, const EncodedPrintfPiece &piece, const uint64_t *sizes,
                      uint64_t value) {
  switch (piece.kind) {
    case PrintfKind::signed_integer:
      return append_value(text, piece, sizes, signed_integer(piece, value));
    case PrintfKind::unsigned_integer:
      return append_value(text, piece, sizes, unsigned_integer(piece, value));
    case PrintfKind::real:
      return append_value(text, piece, sizes, real(piece, value));
    case PrintfKind::character:
      return append_value(
          text, piece, sizes,
          static_cast<int>(static_cast<unsigned char>(unsigned_integer(piece, value))));
    case PrintfKind::string: {
      const auto *string = reinterpret_cast<const char *>(value);
      return append_value(text, piece, sizes, string ? string : "(null)");
    }
    case PrintfKind::pointer:
      return append_value(text, piece, sizes, reinterpret_cast<const void *>(value));
    case PrintfKind::end:
    case PrintfKind::text:
    case PrintfKind::nothing:
      break;
  }
  return false;
}

bool append_conversion(Text &text, const EncodedPrintfPiece &piece, const uint64_t *values) {
  const uint64_t *sizes = values + piece.first;
  const uint64_t *value =
      sizes + (piece.width_is_argument ? 1 : 0) + (piece.precision_is_argument ? 1 : 0);
  bool appended = true;
  for (unsigned lane = 0; lane < piece.lanes && appended; ++lane) {
    appended = (lane == 0 || text.append(",")) && append_converted(text, piece, sizes, value[lane]);
  }
  return appended;
}

}  // namespace

int32_t print_text(const char *format, const uint64_t *values) noexcept {
  const ScopedCLocale locale;
  Text text;
  EncodedPrintfPiece piece;
  while (next_printf_piece(format, piece)) {
    if (!(piece.kind == PrintfKind::text ? text.append(piece.text)
                                         : append_conversion(text, piece, values))) {
      return -1;
    }
  }
  return KernelOutput::write(text.terminated()) ? 0 : -1;
}

int32_t print_any_text(const char *format, const char *arguments, const uint64_t *values) noexcept {
  try {
    const std::string encoded =
        encode_printf_format(parse_printf_format(format != nullptr ? format : "(null)"),
                             decode_printf_arguments(arguments));
    return print_text(encoded.c_str(), values);
  } catch (const std::bad_alloc &) {
    return -1;
  }
}

}  // namespace mux::compiler::builtins
