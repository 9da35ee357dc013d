/// @file
/// From a color, four components, to the bytes of a pixel.
///
/// A pure function: no state, no allocation, any thread.
#pragma once

#include "compiler/abi/kernel_abi.h"
#include "host/schedule/command.h"

namespace mux::host {

/// The pixel of an image that `color` becomes. `color` holds red, green, blue and alpha: int32_t
/// for formats of signed integers, uint32_t for formats of unsigned integers, float for all others.
/// They are converted as kernels convert what they write.
PixelBytes pack_color(const compiler::ImageView &view, const PixelBytes &color);

}  // namespace mux::host
