/// @file
/// Rounding and conversion of values for images, in plain C++, so that results depend neither on
/// the thread's rounding mode nor on the instructions that the compiler may use.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace mux::compiler::images {

/// Beyond any pixel; exactly representable in a float, and multiples of it in an int64_t.
inline constexpr int64_t farthest = int64_t{1} << 40;

/// The greatest integer not above `value`, clamped to `farthest` on both sides. NaN gives the
/// least.
inline int64_t floor_to_integer(float value) {
  constexpr auto limit = static_cast<float>(farthest);
  const float limited = value < limit ? std::max(-limit, value) : value >= limit ? limit : -limit;
  const auto truncated = static_cast<int64_t>(limited);
  return truncated - static_cast<int64_t>(limited < static_cast<float>(truncated));
}

/// The nearest integer, ties to even; clamped like floor_to_integer().
inline int64_t round_to_integer(float value) {
  const int64_t below = floor_to_integer(value);
  const float rest = value - static_cast<float>(below);
  const bool up = rest > 0.5F || (rest == 0.5F && (below & 1) != 0);
  return below + static_cast<int64_t>(up);
}

/// All floats from here on are integers.
inline constexpr float all_integers = 8388608.0F;

inline bool is_fraction(float value) {
  return value > -all_integers && value < all_integers;
}

/// The function floor of OpenCL C.
inline float floor(float value) {
  return is_fraction(value) ? static_cast<float>(floor_to_integer(value)) : value;
}

/// The function rint of OpenCL C.
inline float rint(float value) {
  return is_fraction(value) ? static_cast<float>(round_to_integer(value)) : value;
}

/// The nearest integer, ties to even, of a non-negative number that fits. Simple enough for the
/// compiler to vectorize for four channels.
inline int32_t round_small(float value) {
  const auto below = static_cast<int32_t>(value);
  const float rest = value - static_cast<float>(below);
  const auto more = static_cast<int32_t>(rest > 0.5F);
  const auto tie = static_cast<int32_t>(rest == 0.5F);
  return below + (more | (tie & below & 1));
}

/// convert_<Integer>_sat_rte; Integer has at most 16 bits. NaN gives zero.
template <typename Integer>
Integer round_saturated(float value) {
  static_assert(sizeof(Integer) <= 2);
  constexpr auto least = static_cast<float>(std::numeric_limits<Integer>::min());
  constexpr auto greatest = static_cast<float>(std::numeric_limits<Integer>::max());
  const float not_nan = value == value ? value : 0.0F;
  const float limited = std::min(std::max(not_nan, least), greatest);
  // Rounding to even is symmetric.
  const int32_t size = round_small(limited < 0.0F ? -limited : limited);
  return static_cast<Integer>(limited < 0.0F ? -size : size);
}

inline float half_to_float(uint16_t half) {
  const uint32_t sign = uint32_t{half & 0x8000U} << 16;
  const uint32_t exponent = half & 0x7C00U;
  const uint32_t significand = half & 0x03FFU;
  // Infinity and NaN have all exponent bits set; other exponents are rebiased from 15 to 127.
  const uint32_t bias = exponent == 0x7C00U ? 0x70000000U : 0x38000000U;
  const uint32_t normal = (uint32_t{half & 0x7FFFU} << 13) + bias;
  const auto small = std::bit_cast<uint32_t>(static_cast<float>(significand) * 0x1p-24F);
  return std::bit_cast<float>(sign | (exponent == 0 ? small : normal));
}

/// Rounds to nearest even.
inline uint16_t float_to_half(float value) {
  constexpr uint32_t infinity = 0x7F800000U;
  constexpr uint32_t first_infinite = 0x477FF000U;  // 65520
  constexpr uint32_t first_normal = 0x38800000U;    // 2^-14
  const auto bits = std::bit_cast<uint32_t>(value);
  const auto sign = bits >> 16 & 0x8000U;
  const uint32_t size = bits & 0x7FFFFFFFU;
  if (size > infinity) {
    return static_cast<uint16_t>(sign | 0x7E00U | (size >> 13 & 0x3FFU));
  }
  if (size >= first_infinite) {
    return static_cast<uint16_t>(sign | 0x7C00U);
  }
  if (size < first_normal) {
    return static_cast<uint16_t>(
        sign | static_cast<uint32_t>(round_small(std::bit_cast<float>(size) * 0x1p24F)));
  }
  const uint32_t rounded = size + 0xFFFU + (size >> 13 & 1U);
  return static_cast<uint16_t>(sign | (rounded - 0x38000000U) >> 13);
}

/// convert_<To>_sat of an integer.
template <typename To, typename From>
To saturate(From value) {
  return static_cast<To>(
      std::clamp<int64_t>(value, std::numeric_limits<To>::min(), std::numeric_limits<To>::max()));
}

}  // namespace mux::compiler::images
