/// @file
/// Decodes compressed textures that a program samples.
#pragma once

#include "gallium/context/context.h"

namespace mux::gallium {

/// Records the decoding of the bound views that the entry point of the context's program samples,
/// of those that are compressed and were not decoded since their textures were written last.
void decode_views(Context &context, const EntryPoint &entry_point);

}  // namespace mux::gallium
