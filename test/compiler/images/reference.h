/// @file
/// The expected results of image reads and writes, from the formulas of OpenCL C 3.0, chapter 8:
/// coordinates in float as in the formulas, everything after that in double.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "picture.h"

namespace mux::compiler::test {

using Color = std::array<double, 4>;

/// The color of a pixel; exact for integer formats.
Color decode(const Format &format, const std::byte *pixel);

Color border_color(uint32_t channel_order);

/// The bytes of a pixel for a color. Padding is zero.
std::vector<std::byte> encode(const FormatBytes &format, const Color &color);

/// Rounds to half.
double round_to_half(double value);

/// A coordinate of an image: the layer, if there is one, has the position of the kernel's
/// coordinate.
template <typename Number>
using Coordinate = std::array<Number, 4>;

Color read_nearest(const Picture &picture, uint32_t sampler, const Coordinate<float> &at);
Color read_nearest(const Picture &picture, uint32_t sampler, const Coordinate<int32_t> &at);
Color read_linear(const Picture &picture, uint32_t sampler, const Coordinate<float> &at);

/// The offset of a write; nothing if it is outside.
std::optional<size_t> written_offset(const Picture &picture, const Coordinate<int32_t> &at);

}  // namespace mux::compiler::test
