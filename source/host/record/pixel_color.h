/// @file
/// Conversion of a color to the bytes of a pixel.
///
/// Pure function; thread-safe.
#pragma once

#include "compiler/abi/kernel_abi.h"
#include "host/schedule/command.h"

namespace mux::host {

/// Converts a color to a pixel of an image, as write_image functions do. `color` holds red, green,
/// blue and alpha: int32_t for signed integer formats, uint32_t for unsigned integer formats, float
/// for all others.
PixelBytes pack_color(const compiler::ImageView &view, const PixelBytes &color);

}  // namespace mux::host
