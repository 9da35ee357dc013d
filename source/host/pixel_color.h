// From a color, four numbers, to the bytes of a pixel.
//
// A pure function: no state, no allocation, any thread.
#pragma once

#include <mux/mux.h>

#include <array>
#include <cstddef>

namespace mux::host {

// A pixel of any format in its first bytes, or four components of 32 bits.
using PixelBytes = std::array<std::byte, 16>;

// `color` holds red, green, blue and alpha: int32_t for formats of signed integers, uint32_t for
// formats of unsigned integers, float for all others. They are converted as write_image*() converts
// them: rounded to nearest even, values out of range to the nearest, NaN to 0. Padding becomes 0,
// and so do the bytes behind the pixel.
PixelBytes pack_color(mux_image_format_e format, const PixelBytes &color);

}  // namespace mux::host
