/// @file
/// How programs read and write the texels of images.
#pragma once

#include <mux/gallium/shader_abi.h>

#include "gallium/format/format.h"

namespace mux::gallium {

/// One of mux_gallium_image_encoding_e for a format.
uint32_t image_encoding(const FormatInfo &format) noexcept;

}  // namespace mux::gallium
