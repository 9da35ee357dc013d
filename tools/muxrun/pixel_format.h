/// @file
/// Pixel formats of image arguments by name, and conversion of pixels to numbers.
///
/// Thread-safe values. Invalid text throws tools::UsageError.

#pragma once

#include <mux/mux.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "muxrun/element_type.h"

namespace mux::run {

/// Red, green, blue and alpha as a kernel reads them: 0 to 1 or -1 to 1 for normalized formats,
/// otherwise the numbers themselves, exactly representable as double.
using Color = std::array<double, 4>;

enum class ChannelCoding {
  unsigned_fraction,
  signed_fraction,
  /// Fractions of 8 bits; red, green and blue in the sRGB color space.
  srgb,
  packed,
  signed_integer,
  unsigned_integer,
  floating_point
};

/// "rgba8_unorm": the channels in memory order (x is padding), their bits and coding.
struct PixelFormat {
  std::string name;
  mux_image_format_e format = mux_image_format_R8G8B8A8_unorm;
  /// Letters of r, g, b, a and x, or "intensity", "luminance" or "depth".
  std::string_view order;
  ChannelCoding coding = ChannelCoding::unsigned_fraction;
  /// Bits of a channel; for channels that share a word, the bits of all channels concatenated.
  unsigned bits = 8;

  /// Whether pixels have an alpha channel.
  bool has_alpha() const;
  /// Bytes of a pixel.
  size_t size() const;
  /// The type of four components in a kernel: float4, int4 or uint4.
  ElementType element_type() const;
};

/// Parses the name of a format. Throws tools::UsageError with the syntax of names.
PixelFormat parse_format(std::string_view name);

/// The color that a kernel reads from a pixel.
Color load_pixel(const PixelFormat &format, const std::byte *pixel);

/// Converts a color to a pixel, rounded and clamped.
void store_pixel(const PixelFormat &format, const Color &color, std::byte *out);

}  // namespace mux::run
