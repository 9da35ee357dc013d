/// @file
/// Blits: copies with scaling and conversion.
#pragma once

#include <mux/gallium/blit.h>

#include "gallium/context/context.h"

namespace mux::gallium {

/// Checks a blit, and records it, as muxGalliumBlit() says but for the render condition.
void blit(Context &context, const mux_gallium_blit_info_t &info);

/// The mask of everything that a format has.
uint32_t whole_mask(const FormatInfo &format);

/// Whether texels of a format can be averaged and written: else mipmaps are not made of it.
bool can_filter(const FormatInfo &format);

}  // namespace mux::gallium
