/// @file
/// Copies of boxes between resources and other memory.
#pragma once

#include "gallium/context/context.h"

namespace mux::gallium {

/// Records a copy of as many blocks from one place to another.
mux_result_t record_copy(const Recording &recording, mux_buffer_t source, const BlockBox &from,
                         mux_buffer_t destination, const BlockBox &to);

/// Records a copy of as many blocks from one resource to another, or within one.
void copy_box(Context &context, Resource &from, const BlockBox &read, Resource &to,
              const BlockBox &written);

/// Copies blocks on the calling thread.
void copy_blocks(const std::byte *source, const BlockBox &from, std::byte *destination,
                 const BlockBox &to);

}  // namespace mux::gallium
