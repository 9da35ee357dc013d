/// @file
/// Rounding and conversion of numbers as images need it: in plain C++, so that neither the rounding
/// mode of the thread nor the instructions that the compiler may use make a difference.

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace mux::compiler::images {

/// Further away than any pixel; a float holds it, and an int64_t multiples of it.
inline constexpr int64_t farthest = int64_t{1} << 40;

/// The greatest integer not above `value`, which is limited to `farthest` on both sides. NaN is the
/// least there is.
inline int64_t floor_to_integer(float value) {
  constexpr auto limit = static_cast<float>(farthest);
  const float limited = value < limit ? std::max(-limit, value) : value >= limit ? limit : -limit;
  const auto truncated = static_cast<int64_t>(limited);
  return truncated - static_cast<int64_t>(limited < static_cast<float>(truncated));
}

/// The nearest integer, the even one of two; limited as floor_to_integer().
inline int64_t round_to_integer(float value) {
  const int64_t below = floor_to_integer(value);
  const float rest = value - static_cast<float>(below);
  const bool up = rest > 0.5F || (rest == 0.5F && (below & 1) != 0);
  return below + static_cast<int64_t>(up);
}

/// From here on every float is an integer.
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

/// convert_<Integer>_sat_rte; Integer has at most 16 bits. NaN becomes zero.
template <typename Integer>
Integer round_saturated(float value) {
  static_assert(sizeof(Integer) <= 2);
  constexpr auto least = static_cast<float>(std::numeric_limits<Integer>::min());
  constexpr auto greatest = static_cast<float>(std::numeric_limits<Integer>::max());
  if (!(value == value)) {
    return 0;
  }
  return static_cast<Integer>(round_to_integer(std::min(std::max(value, least), greatest)));
}

/// convert_<To>_sat of an integer.
template <typename To, typename From>
To saturate(From value) {
  return static_cast<To>(
      std::clamp<int64_t>(value, std::numeric_limits<To>::min(), std::numeric_limits<To>::max()));
}

}  // namespace mux::compiler::images
