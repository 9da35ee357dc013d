/// @file
/// Decoding of compressed textures for blits that read them, and for programs that sample them.
#pragma once

#include "gallium/context/context.h"

namespace mux::gallium {

/// Decoded texels: four 32-bit floating-point numbers each, rows without padding. sRGB is not
/// converted.
struct DecodedBox {
  Ref<Storage> texels;
  /// The part of the level.
  Box box;
};

/// Records the decoding of the texels that filtering `box` of a level may read: of the box, and of
/// those around it.
/// @param format one that is_decodable().
/// @param box of positive extents, inside the level.
DecodedBox decompress(Context &context, Resource &resource, uint32_t format, uint32_t level,
                      const Box &box);

/// Records the decoding of a part of a level to a texture of the same size, of four bytes or four
/// 32-bit floating-point numbers.
/// @param format one that is_decodable().
/// @param first_layer of the level.
void decompress_layers(Context &context, Resource &resource, uint32_t format, uint32_t level,
                       uint32_t first_layer, uint32_t layers, Resource &target);

}  // namespace mux::gallium
