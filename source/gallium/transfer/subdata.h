/// @file
/// Writes of data of the program in one call.
#pragma once

#include "gallium/context/context.h"

namespace mux::gallium {

/// Data of the program.
struct HostBox {
  const void *data;
  uint64_t stride;
  uint64_t layer_stride;
};

/// Writes a range of a buffer; fails as muxGalliumBufferSubdata() says.
void write_buffer(Context &context, Resource &resource, uint32_t usage, uint64_t offset,
                  uint64_t size, const void *data);

/// Writes a box of a level; fails as muxGalliumTextureSubdata() says.
void write_box(Context &context, Resource &resource, uint32_t level, uint32_t usage, const Box *box,
               const HostBox &from);

}  // namespace mux::gallium
