/// @file
/// Decodes compressed textures that a program samples.
#pragma once

#include "gallium/context/context.h"

namespace mux::gallium {

/// Records the decoding of the bound views that the entry point of the context's program samples,
/// of those that are compressed and were not decoded since their textures were written last.
void decode_views(Context &context, const EntryPoint &entry_point);

/// The same of the views of a stage whose bits are set in `slots`.
void decode_views(Context &context, const StageBindings &stage, uint32_t slots);

}  // namespace mux::gallium
