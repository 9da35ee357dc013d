/// @file
/// Conversions of 8-bit sRGB: OpenCL C 3.0, "Conversion Rules for sRGBA and sBGRA Images". Tables
/// are computed at compile time, so that a read is one table lookup and a write eight comparisons,
/// both correctly rounded. Thread-safe.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace mux::compiler::images {

namespace srgb {

/// By Newton's method from above; for numbers from 0.001 to 1, 16 iterations more than suffice.
constexpr double fifth_root(double number) {
  double root = 1.0;
  for (int turn = 0; turn < 16; ++turn) {
    const double fourth = root * root * root * root;
    root -= (fourth * root - number) / (5.0 * fourth);
  }
  return root;
}

constexpr double to_linear(double color) {
  if (color <= 0.04045) {
    return color / 12.92;
  }
  const double base = (color + 0.055) / 1.055;
  // To the power of 2.4.
  return base * base * fifth_root(base * base);
}

/// The least float that is not below a positive number.
constexpr float round_up(double number) {
  const auto rounded = static_cast<float>(number);
  return rounded < number ? std::bit_cast<float>(std::bit_cast<uint32_t>(rounded) + 1) : rounded;
}

/// The linear value of each byte.
inline constexpr std::array<float, 256> linear_colors = [] {
  std::array<float, 256> all = {};
  for (uint32_t stored = 0; stored < 256; ++stored) {
    all[stored] = static_cast<float>(to_linear(stored / 255.0));
  }
  return all;
}();

/// The least linear values that convert to 1, 2 and so on.
inline constexpr std::array<float, 255> steps = [] {
  std::array<float, 255> all = {};
  for (uint32_t index = 0; index < 255; ++index) {
    all[index] = round_up(to_linear((index + 0.5) / 255.0));
  }
  return all;
}();

}  // namespace srgb

struct SrgbConversion {
  using Value = float;
  using Stored = uint8_t;

  static float read(uint8_t stored) { return srgb::linear_colors[stored]; }

  /// The number of thresholds that the value reaches; NaN reaches none.
  static uint8_t write(float value) {
    const auto *beyond = std::partition_point(srgb::steps.begin(), srgb::steps.end(),
                                              [value](float step) { return value >= step; });
    return static_cast<uint8_t>(beyond - srgb::steps.begin());
  }
};

}  // namespace mux::compiler::images
