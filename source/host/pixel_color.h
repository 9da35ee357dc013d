// From a color, four numbers, to the bytes of a pixel.
//
// A pure function: no state, no allocation, any thread.
#pragma once

#include <array>
#include <cstddef>

#include "compiler/kernel_abi.h"

namespace mux::host {

// A pixel of any format in its first bytes, or four components of 32 bits.
using PixelBytes = std::array<std::byte, 16>;

// The pixel of an image that `color` becomes. `color` holds red, green, blue and alpha: int32_t for
// formats of signed integers, uint32_t for formats of unsigned integers, float for all others. They
// are converted as kernels convert what they write.
PixelBytes pack_color(const compiler::ImageView &view, const PixelBytes &color);

}  // namespace mux::host
