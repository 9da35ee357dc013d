#include "muxrun/element_type.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "common/command_line.h"

namespace mux::run {

namespace {

struct ScalarType {
  std::string_view name;
  /// The name in C, if it differs.
  std::string_view c_name;
  ScalarKind kind;
  size_t size;
};

constexpr ScalarType scalar_types[] = {
    {"char", "signed char", ScalarKind::signed_integer, 1},
    {"uchar", "unsigned char", ScalarKind::unsigned_integer, 1},
    {"short", "signed short", ScalarKind::signed_integer, 2},
    {"ushort", "unsigned short", ScalarKind::unsigned_integer, 2},
    {"int", "signed int", ScalarKind::signed_integer, 4},
    {"uint", "unsigned int", ScalarKind::unsigned_integer, 4},
    {"long", "signed long", ScalarKind::signed_integer, 8},
    {"ulong", "unsigned long", ScalarKind::unsigned_integer, 8},
    {"half", "_Float16", ScalarKind::floating_point, 2},
    {"float", "float", ScalarKind::floating_point, 4},
    {"double", "double", ScalarKind::floating_point, 8},
};

constexpr std::pair<std::string_view, size_t> vector_widths[] = {{"", 1},  {"2", 2}, {"3", 3},
                                                                 {"4", 4}, {"8", 8}, {"16", 16}};

[[noreturn]] void bad_value(const ElementType &type, std::string_view text) {
  throw tools::UsageError("'" + std::string(text) + "' is not a " + type.name + " value");
}

// Parses digits in base 10, or 16 after 0x. Does not change `value` on failure.
std::errc read_magnitude(std::string_view text, uint64_t &value) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  }
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc()) {
    return error;
  }
  return stop == end ? std::errc() : std::errc::invalid_argument;
}

uint64_t parse_integer(const ElementType &type, std::string_view text) {
  const bool negative = text.starts_with('-');
  uint64_t magnitude = 0;
  const std::errc error = read_magnitude(text.substr(negative ? 1 : 0), magnitude);
  if (error == std::errc::invalid_argument) {
    bad_value(type, text);
  }
  const size_t bits = type.scalar_size * 8;
  const uint64_t all_ones = std::numeric_limits<uint64_t>::max() >> (64 - bits);
  const uint64_t largest = type.kind == ScalarKind::signed_integer ? all_ones >> 1 : all_ones;
  const uint64_t most_negative = all_ones - largest;
  if (error != std::errc() || magnitude > (negative ? most_negative : largest)) {
    throw tools::UsageError("'" + std::string(text) + "' does not fit in a " + type.name);
  }
  return negative ? 0 - magnitude : magnitude;
}

double parse_floating_point(const ElementType &type, std::string_view text) {
  std::string copy(text);
  const bool is_hexadecimal = copy.find_first_of("xX") != std::string::npos;
  // The suffix of a float or half literal; the f of "inf" is not a suffix.
  const char suffix = type.scalar_size == sizeof(_Float16) ? 'h' : 'f';
  if (!is_hexadecimal && copy.size() > 1 && copy.back() == suffix &&
      std::strchr("0123456789.", copy[copy.size() - 2]) != nullptr) {
    copy.pop_back();
  }
  if (copy.empty() || std::isspace(static_cast<unsigned char>(copy.front())) != 0) {
    bad_value(type, text);
  }
  char *end = nullptr;
  errno = 0;
  double value = type.scalar_size == sizeof(float)
                     ? static_cast<double>(std::strtof(copy.c_str(), &end))
                     : std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size()) {
    bad_value(type, text);
  }
  bool overflows = errno == ERANGE && std::isinf(value);
  if (type.scalar_size == sizeof(_Float16)) {
    const bool is_finite = std::isfinite(value);
    value = static_cast<double>(static_cast<_Float16>(value));
    overflows |= is_finite && std::isinf(value);
  }
  if (overflows) {
    throw tools::UsageError("'" + std::string(text) + "' does not fit in a " + type.name);
  }
  return value;
}

template <class Value>
std::string number_text(Value value) {
  std::array<char, 64> text;
  const auto result = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), result.ptr};
}

template <class Value>
std::string load_text(const std::byte *scalar) {
  Value value;
  std::memcpy(&value, scalar, sizeof(value));
  return number_text(value);
}

// The standard library does not format half: finds the fewest digits of a fraction that convert
// back to the same number. Integers have all digits: 65504, not 65500.
std::string half_text(const std::byte *scalar) {
  // 1 + 11 bits of precision * log10(2), rounded up.
  constexpr int most_digits = 5;
  _Float16 value;
  std::memcpy(&value, scalar, sizeof(value));
  const auto number = static_cast<double>(value);
  const bool is_fraction = std::isfinite(number) && number != std::trunc(number);
  for (int digits = 1; is_fraction && digits <= most_digits; ++digits) {
    std::array<char, 32> text{};
    std::to_chars(text.data(), text.data() + text.size() - 1, number, std::chars_format::scientific,
                  digits - 1);
    const double read = std::strtod(text.data(), nullptr);
    if (static_cast<_Float16>(read) == value) {
      return number_text(read);
    }
  }
  return number_text(number);
}

std::string format_scalar(const ElementType &type, const std::byte *scalar) {
  if (type.kind == ScalarKind::floating_point) {
    switch (type.scalar_size) {
      case sizeof(_Float16):
        return half_text(scalar);
      case sizeof(float):
        return load_text<float>(scalar);
      default:
        return load_text<double>(scalar);
    }
  }
  const bool is_signed = type.kind == ScalarKind::signed_integer;
  switch (type.scalar_size) {
    case 1:
      return is_signed ? number_text(static_cast<int>(static_cast<int8_t>(*scalar)))
                       : number_text(static_cast<unsigned>(*scalar));
    case 2:
      return is_signed ? load_text<int16_t>(scalar) : load_text<uint16_t>(scalar);
    case 4:
      return is_signed ? load_text<int32_t>(scalar) : load_text<uint32_t>(scalar);
    default:
      return is_signed ? load_text<int64_t>(scalar) : load_text<uint64_t>(scalar);
  }
}

}  // namespace

std::optional<ElementType> find_type(std::string_view name) {
  constexpr std::string_view qualifier = "const ";
  if (name.starts_with(qualifier)) {
    name.remove_prefix(qualifier.size());
  }
  for (const ScalarType &scalar : scalar_types) {
    if (name == scalar.c_name) {
      return ElementType{std::string(scalar.name), scalar.kind, scalar.size, 1};
    }
    for (const auto &[suffix, width] : vector_widths) {
      if (name.starts_with(scalar.name) && name.substr(scalar.name.size()) == suffix) {
        return ElementType{std::string(name), scalar.kind, scalar.size, width};
      }
    }
  }
  return std::nullopt;
}

ElementType parse_type(std::string_view name) {
  if (std::optional<ElementType> type = find_type(name)) {
    return *type;
  }
  throw tools::UsageError(
      "'" + std::string(name) +
      "' is not a type; types are char, uchar, short, ushort, int, uint, long, ulong, "
      "half, float, double, or one of them with 2, 3, 4, 8 or 16 appended");
}

std::vector<std::byte> parse_value(const ElementType &type, std::string_view text) {
  std::vector<std::byte> bytes(type.size());
  size_t components = 0;
  size_t begin = 0;
  while (begin <= text.size()) {
    const size_t comma = std::min(text.find(',', begin), text.size());
    const std::string_view component = text.substr(begin, comma - begin);
    if (components == type.width) {
      throw tools::UsageError("'" + std::string(text) + "' has more values than a " + type.name);
    }
    std::byte *out = bytes.data() + components * type.scalar_size;
    if (type.kind == ScalarKind::floating_point) {
      store_scalar(type, parse_floating_point(type, component), out);
    } else {
      store_scalar(type, parse_integer(type, component), out);
    }
    ++components;
    begin = comma + 1;
  }
  if (components != 1 && components != type.width) {
    throw tools::UsageError("'" + std::string(text) + "' has " + std::to_string(components) +
                            " values; a " + type.name + " takes 1 or " +
                            std::to_string(type.width));
  }
  for (; components < type.width; ++components) {
    std::memcpy(bytes.data() + components * type.scalar_size, bytes.data(), type.scalar_size);
  }
  return bytes;
}

void store_scalar(const ElementType &type, uint64_t value, std::byte *out) {
  // Little-endian, as all supported devices.
  std::memcpy(out, &value, type.scalar_size);
}

void store_scalar(const ElementType &type, double value, std::byte *out) {
  const auto store = [&](auto narrow) { std::memcpy(out, &narrow, sizeof(narrow)); };
  switch (type.scalar_size) {
    case sizeof(_Float16):
      return store(static_cast<_Float16>(value));
    case sizeof(float):
      return store(static_cast<float>(value));
    default:
      return store(value);
  }
}

std::string format_element(const ElementType &type, const std::byte *element) {
  if (type.width == 1) {
    return format_scalar(type, element);
  }
  std::string text = "(";
  for (size_t component = 0; component < type.width; ++component) {
    text +=
        (component == 0 ? "" : ",") + format_scalar(type, element + component * type.scalar_size);
  }
  return text + ")";
}

uint64_t parse_count(std::string_view text, std::string_view what) {
  uint64_t value = 0;
  const std::errc error = read_magnitude(text, value);
  if (error == std::errc::result_out_of_range) {
    throw tools::UsageError("'" + std::string(text) + "' is too large for a " + std::string(what) +
                            ": at most " + std::to_string(std::numeric_limits<uint64_t>::max()));
  }
  if (error != std::errc()) {
    throw tools::UsageError("'" + std::string(text) + "' is not a " + std::string(what));
  }
  return value;
}

}  // namespace mux::run
