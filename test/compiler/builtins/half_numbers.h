/// @file
/// Half-precision numbers as bits, because C++ has no such type here. Thread-safe.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace mux::compiler::test::half {

inline constexpr int digits = 11;
inline constexpr int min_exponent = -13;
inline constexpr int max_exponent = 16;
inline constexpr uint32_t count = 1U << 16;

inline bool is_nan(uint16_t bits) {
  return (bits & 0x7fff) > 0x7c00;
}

/// Exact.
inline double value(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int significand = bits & 0x3ff;
  double magnitude = 0;
  if (exponent == 31) {
    magnitude = significand == 0 ? INFINITY : NAN;
  } else if (exponent == 0) {
    magnitude = std::ldexp(significand, -24);
  } else {
    magnitude = std::ldexp(significand + 1024, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

/// The exponent of the last place of a finite number.
inline int unit_exponent(long double number) {
  int exponent = min_exponent;
  if (number != 0) {
    std::frexp(number, &exponent);
  }
  return std::max(exponent, min_exponent) - digits;
}

/// The nearest half, ties to even.
inline uint16_t nearest(long double number) {
  const uint16_t sign = std::signbit(number) ? 0x8000 : 0;
  if (std::isnan(number)) {
    return 0x7e00;
  }
  const long double magnitude = std::fabs(number);
  if (magnitude >= 65520) {
    return sign | 0x7c00;
  }
  const int unit = unit_exponent(magnitude);
  // Rounds to even in the default mode. A carry increments the exponent.
  const auto units = static_cast<uint32_t>(std::nearbyint(std::ldexp(magnitude, -unit)));
  const uint32_t bits = units + (static_cast<uint32_t>(unit - (min_exponent - digits)) << 10);
  return static_cast<uint16_t>(sign | bits);
}

/// Equal, with signed zeros distinguished and all NaNs equal.
inline bool same(uint16_t left, uint16_t right) {
  return left == right || (is_nan(left) && is_nan(right));
}

/// The error of `got` in ulp; infinite if only one of both is finite.
inline double distance(uint16_t got, long double exact) {
  if (is_nan(got) || std::isnan(exact)) {
    return is_nan(got) && std::isnan(exact) ? 0.0 : INFINITY;
  }
  const long double beyond = std::ldexp(1.0L, max_exponent);
  if (std::isinf(exact)) {
    return value(got) == exact ? 0.0 : INFINITY;
  }
  const long double number = std::fmax(-beyond, std::fmin(beyond, value(got)));
  const long double limited = std::fmax(-beyond, std::fmin(beyond, exact));
  return static_cast<double>(std::ldexp(std::fabs(number - limited), -unit_exponent(limited)));
}

}  // namespace mux::compiler::test::half
