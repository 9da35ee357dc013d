/// @file
/// The formats that an image argument may have, by readable names, and their pixels as numbers.
///
/// Plain values without owners; any thread may call. Text that makes no sense throws
/// tools::UsageError.

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
/// else the numbers themselves, which a double holds exactly.
using Color = std::array<double, 4>;

enum class ChannelCoding {
  unsigned_fraction,
  signed_fraction,
  /// Fractions of 8 bits, red, green and blue of them in the color space sRGB.
  srgb,
  packed,
  signed_integer,
  unsigned_integer,
  floating_point
};

/// "rgba8_unorm": the channels in the order of memory (x is padding), their bits, their coding.
struct PixelFormat {
  std::string name;
  mux_image_format_e format = mux_image_format_R8G8B8A8_unorm;
  /// Letters of r, g, b, a and x, or "intensity", "luminance" or "depth".
  std::string_view order;
  ChannelCoding coding = ChannelCoding::unsigned_fraction;
  /// Bits of a channel; those of all channels one after the other if they share a word.
  unsigned bits = 8;

  /// Whether pixels have an alpha channel of their own.
  bool has_alpha() const;
  /// Bytes of a pixel.
  size_t size() const;
  /// What four components of this format are for a kernel: float4, int4 or uint4.
  ElementType element_type() const;
};

/// The format of that name. Throws tools::UsageError with how names are made.
PixelFormat parse_format(std::string_view name);

/// The color that a kernel reads from a pixel.
Color load_pixel(const PixelFormat &format, const std::byte *pixel);

/// Makes a pixel of a color: rounded, and kept in range.
void store_pixel(const PixelFormat &format, const Color &color, std::byte *out);

}  // namespace mux::run
