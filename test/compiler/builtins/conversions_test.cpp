// convert_* between all pairs of types in all rounding modes, compared with the processor's
// conversions in these modes.

#include <catch2/catch.hpp>
#include <cfenv>

#include "integer_inputs.h"
#include "reference.h"

namespace mux::compiler::test::conversions {
namespace {

constexpr size_t count = 2048;

/// Prevents that a value is computed before the rounding mode is set, or after it is reset.
template <typename T>
T hidden(T value) {
  asm volatile("" : "+m"(value) : : "memory");
  return value;
}

class RoundingMode {
 public:
  explicit RoundingMode(int mode) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(FE_TONEAREST); }
};

/// In the order of the kernels' results; the first is the default of the target type.
template <typename To>
int rounding_mode(size_t kind) {
  const int modes[] = {std::is_integral_v<To> ? FE_TOWARDZERO : FE_TONEAREST, FE_TONEAREST,
                       FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
  return modes[kind % 5];
}

/// Every number of the types is exactly representable as long double.
template <typename To>
To rounded(long double value, int mode) {
  const RoundingMode scope(mode);
  if constexpr (std::is_integral_v<To>) {
    return static_cast<To>(hidden(std::rint(hidden(value))));
  } else {
    return hidden(static_cast<To>(hidden(value)));
  }
}

template <typename To>
bool in_range(long double value, int mode) {
  if constexpr (std::is_integral_v<To>) {
    const RoundingMode scope(mode);
    const long double integral = hidden(std::rint(hidden(value)));
    return integral >= std::numeric_limits<To>::min() && integral <= std::numeric_limits<To>::max();
  } else {
    return true;
  }
}

template <typename To>
To saturated(long double value, int mode) {
  if constexpr (std::is_integral_v<To>) {
    if (std::isnan(value)) {
      return 0;
    }
    if (!in_range<To>(value, mode)) {
      return value < 0 ? std::numeric_limits<To>::min() : std::numeric_limits<To>::max();
    }
  }
  return rounded<To>(value, mode);
}

template <typename From, typename To>
bool is_right(From from, To got, size_t kind) {
  const auto value = static_cast<long double>(from);
  const int mode = rounding_mode<To>(kind);
  if constexpr (std::is_integral_v<To>) {
    if (kind >= 5) {
      return got == saturated<To>(value, mode);
    }
    if constexpr (std::is_integral_v<From>) {
      return got == static_cast<To>(from);
    } else {
      // Undefined out of range.
      return std::isnan(value) || !in_range<To>(value, mode) || got == rounded<To>(value, mode);
    }
  } else {
    return same_number(got, rounded<To>(value, mode));
  }
}

template <typename T>
std::vector<T> inputs(std::mt19937_64 &random) {
  if constexpr (std::is_integral_v<T>) {
    return integer_inputs<T>(random, count);
  } else {
    std::vector<T> all = special_numbers<T>();
    // Around the limits of the integers, halfway between integers and between floats.
    for (int power = 0; power < 66; ++power) {
      const T limit = std::ldexp(T(1), power);
      for (const T number : {limit, std::nextafter(limit, T(0)), std::nextafter(limit, 2 * limit),
                             limit - T(0.5), limit + T(0.5), limit - 1, limit + 1}) {
        all.push_back(number);
        all.push_back(-number);
      }
    }
    while (all.size() < count) {
      const T number = random_number<T>(random);
      all.push_back(random() % 2 != 0
                        ? number
                        : std::ldexp(std::rint(number * 8) / 8, static_cast<int>(random() % 64)));
    }
    all.resize(count);
    return all;
  }
}

template <typename From, typename To>
void check_conversion(const std::string &from, const std::string &to) {
  const Program &program = shared_program("conversions");
  std::mt19937_64 random(random_seed());
  std::vector<From> in = inputs<From>(random);
  const size_t kinds = std::is_integral_v<To> ? 10 : 5;
  uint64_t stride = count;
  for (const char *variant : {"", "_by_four"}) {
    std::vector<To> out(kinds * count);
    run_over(program, from + "_to_" + to + variant, *variant == '\0' ? count : count / 4, in, out,
             stride);
    size_t wrong = 0;
    size_t first = 0;
    for (size_t i = out.size(); i-- > 0;) {
      if (!is_right(in[i % count], out[i], i / count)) {
        ++wrong;
        first = i;
      }
    }
    INFO(from << " to " << to << variant << ", kind " << first / count << " of "
              << +in[first % count] << " gives " << +out[first] << ", seed " << random_seed());
    CHECK(wrong == 0);
  }
}

template <typename From>
void check_conversions_from(const std::string &from) {
  check_conversion<From, int8_t>(from, "char");
  check_conversion<From, uint8_t>(from, "uchar");
  check_conversion<From, int16_t>(from, "short");
  check_conversion<From, uint16_t>(from, "ushort");
  check_conversion<From, int32_t>(from, "int");
  check_conversion<From, uint32_t>(from, "uint");
  check_conversion<From, int64_t>(from, "long");
  check_conversion<From, uint64_t>(from, "ulong");
  check_conversion<From, float>(from, "float");
  check_conversion<From, double>(from, "double");
}

}  // namespace

TEST_CASE("conversions between all types, saturated or not, in all rounding modes",
          "[conversions]") {
  check_conversions_from<int8_t>("char");
  check_conversions_from<uint8_t>("uchar");
  check_conversions_from<int16_t>("short");
  check_conversions_from<uint16_t>("ushort");
  check_conversions_from<int32_t>("int");
  check_conversions_from<uint32_t>("uint");
  check_conversions_from<int64_t>("long");
  check_conversions_from<uint64_t>("ulong");
  check_conversions_from<float>("float");
  check_conversions_from<double>("double");
}

}  // namespace mux::compiler::test::conversions
