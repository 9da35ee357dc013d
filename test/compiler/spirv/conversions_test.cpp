// Conversions between numbers of all types, with rounding and saturation, and of pointers.

#include "rows.h"

namespace mux::test::conversions {
namespace {

enum class Rounding { nearest, to_zero, up, down };

/// A mode, and its decoration.
struct Mode {
  Rounding rounding;
  const char *decoration;
};

constexpr Mode modes[] = {{Rounding::nearest, "%r FPRoundingMode RTE"},
                          {Rounding::to_zero, "%r FPRoundingMode RTZ"},
                          {Rounding::up, "%r FPRoundingMode RTP"},
                          {Rounding::down, "%r FPRoundingMode RTN"}};

/// All numbers here are exactly representable in this type.
using Exact = long double;

Exact whole(Exact value, Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest:
      return std::nearbyint(value);
    case Rounding::to_zero:
      return std::trunc(value);
    case Rounding::up:
      return std::ceil(value);
    default:
      return std::floor(value);
  }
}

template <class To>
To rounded(Exact value, Rounding rounding) {
  constexpr To infinity = std::numeric_limits<To>::infinity();
  const To nearest = static_cast<To>(value);
  const bool toward_positive =
      rounding == Rounding::up || (rounding == Rounding::to_zero && value < 0);
  const bool toward_negative =
      rounding == Rounding::down || (rounding == Rounding::to_zero && value > 0);
  if (toward_positive && static_cast<Exact>(nearest) < value) {
    return std::nextafter(nearest, infinity);
  }
  if (toward_negative && static_cast<Exact>(nearest) > value) {
    return std::nextafter(nearest, -infinity);
  }
  return nearest;
}

template <class To>
std::optional<To> to_integer(Exact value, Rounding rounding, bool saturates) {
  const Exact lowest = std::numeric_limits<To>::min();
  const Exact highest = std::numeric_limits<To>::max();
  const Exact integer = whole(value, rounding);
  if (integer >= lowest && integer <= highest) {
    return static_cast<To>(integer);
  }
  if (!saturates) {
    return std::nullopt;
  }
  return std::isnan(value)  ? To(0)
         : integer < lowest ? std::numeric_limits<To>::min()
                            : std::numeric_limits<To>::max();
}

template <class To, class From>
void add_float_to_integer(KernelTable &table, size_t lanes) {
  const std::string opcode = std::is_signed_v<To> ? "OpConvertFToS" : "OpConvertFToU";
  std::vector<Row<To, From>> rows = {
      {opcode, "%a",
       [](From a, From, From) { return to_integer<To>(a, Rounding::to_zero, false); }},
      {opcode, "%a", [](From a, From, From) { return to_integer<To>(a, Rounding::to_zero, true); },
       "%r SaturatedConversion"}};
  for (const Mode &mode : modes) {
    rows.push_back({opcode, "%a",
                    [rounding = mode.rounding](From a, From, From) {
                      return to_integer<To>(a, rounding, false);
                    },
                    mode.decoration});
    rows.push_back({opcode, "%a",
                    [rounding = mode.rounding](From a, From, From) {
                      return to_integer<To>(a, rounding, true);
                    },
                    std::string(mode.decoration) + "\n%r SaturatedConversion"});
  }
  add_rows(table, std::is_signed_v<To> ? "to_signed" : "to_unsigned", lanes, rows);
}

template <class To, class From>
void add_to_float(KernelTable &table, size_t lanes) {
  const std::string opcode = std::is_floating_point_v<From> ? "OpFConvert"
                             : std::is_signed_v<From>       ? "OpConvertSToF"
                                                            : "OpConvertUToF";
  std::vector<Row<To, From>> rows = {
      {opcode, "%a", [](From a, From, From) { return rounded<To>(a, Rounding::nearest); }}};
  for (const Mode &mode : modes) {
    rows.push_back(
        {opcode, "%a",
         [rounding = mode.rounding](From a, From, From) { return rounded<To>(a, rounding); },
         mode.decoration});
  }
  add_rows(table, std::is_signed_v<From> ? "from_signed" : "from_unsigned", lanes, rows);
}

template <class To, class From>
To clamped(From value) {
  return *to_integer<To>(static_cast<Exact>(value), Rounding::to_zero, true);
}

/// From a type to another one: extended, truncated and saturated.
template <class To, class From>
void add_integer_to_integer(KernelTable &table, size_t lanes) {
  using SignedFrom = std::make_signed_t<From>;
  using SignedTo = std::make_signed_t<To>;
  std::vector<Row<To, From>> rows = {
      {"OpUConvert", "%a", [](From a, From, From) { return static_cast<To>(a); }},
      {"OpSConvert", "%a",
       [](From a, From, From) { return static_cast<To>(static_cast<SignedFrom>(a)); }},
      {"OpSatConvertSToU", "%a",
       [](From a, From, From) { return clamped<To>(static_cast<SignedFrom>(a)); }},
      {"OpSatConvertUToS", "%a",
       [](From a, From, From) { return static_cast<To>(clamped<SignedTo>(a)); }},
      {"OpUConvert", "%a", [](From a, From, From) { return clamped<To>(a); },
       "%r SaturatedConversion"},
      {"OpSConvert", "%a",
       [](From a, From, From) {
         return static_cast<To>(clamped<SignedTo>(static_cast<SignedFrom>(a)));
       },
       "%r SaturatedConversion"}};
  if constexpr (sizeof(To) == sizeof(From)) {
    rows.erase(rows.begin(), rows.begin() + 2);
    rows.resize(2);
  }
  add_rows(table, "integer", lanes, rows);
}

template <class From>
void add_from(KernelTable &table, size_t lanes) {
  add_integer_to_integer<uint8_t, From>(table, lanes);
  add_integer_to_integer<uint16_t, From>(table, lanes);
  add_integer_to_integer<uint32_t, From>(table, lanes);
  add_integer_to_integer<uint64_t, From>(table, lanes);
}

template <class From>
void add_integers_to_floats(KernelTable &table, size_t lanes) {
  add_to_float<float, From>(table, lanes);
  add_to_float<double, From>(table, lanes);
}

template <class From>
void add_floats_to_integers(KernelTable &table, size_t lanes) {
  add_float_to_integer<uint8_t, From>(table, lanes);
  add_float_to_integer<int8_t, From>(table, 1);
  add_float_to_integer<uint16_t, From>(table, 1);
  add_float_to_integer<int16_t, From>(table, lanes);
  add_float_to_integer<uint32_t, From>(table, 1);
  add_float_to_integer<int32_t, From>(table, lanes);
  add_float_to_integer<uint64_t, From>(table, lanes);
  add_float_to_integer<int64_t, From>(table, 1);
}

}  // namespace

TEST_CASE("integers are extended, truncated and saturated", "[spirv]") {
  KernelTable table;
  add_from<uint8_t>(table, 1);
  add_from<uint16_t>(table, 4);
  add_from<uint32_t>(table, 1);
  add_from<uint64_t>(table, 2);
  table.check();
}

TEST_CASE("integers are converted to floating-point numbers with rounding modes", "[spirv]") {
  KernelTable table;
  add_integers_to_floats<uint8_t>(table, 1);
  add_integers_to_floats<int16_t>(table, 3);
  add_integers_to_floats<uint32_t>(table, 1);
  add_integers_to_floats<int32_t>(table, 4);
  add_integers_to_floats<uint64_t>(table, 2);
  add_integers_to_floats<int64_t>(table, 1);
  table.check();
}

TEST_CASE("floating-point numbers are converted to integers with rounding modes and saturation",
          "[spirv]") {
  KernelTable table;
  add_floats_to_integers<float>(table, 4);
  add_floats_to_integers<double>(table, 2);
  table.check();
}

TEST_CASE("floating-point numbers are converted with rounding modes", "[spirv]") {
  KernelTable table;
  add_to_float<float, double>(table, 1);
  add_to_float<float, double>(table, 8);
  add_to_float<double, float>(table, 1);
  add_to_float<double, float>(table, 4);
  table.check();
}

}  // namespace mux::test::conversions
