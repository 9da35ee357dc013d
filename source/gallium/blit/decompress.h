/// @file
/// Decoding of compressed textures for blits that read them.
#pragma once

#include "gallium/context/context.h"

namespace mux::gallium {

/// Whether there is a decoder for a compressed format.
bool can_decompress(uint32_t format) noexcept;

/// Decoded texels: four 32-bit floating-point numbers each, rows without padding. sRGB is not
/// converted.
struct DecodedBox {
  Ref<Storage> texels;
  /// The part of the level.
  Box box;
};

/// Records the decoding of the texels that filtering `box` of a level may read: of the box, and of
/// those around it.
/// @param format one that can_decompress().
/// @param box of positive extents, inside the level.
DecodedBox decompress(Context &context, Resource &resource, uint32_t format, uint32_t level,
                      const Box &box);

}  // namespace mux::gallium
