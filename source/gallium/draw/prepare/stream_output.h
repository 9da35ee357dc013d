/// @file
/// Looks up where the vertices of a draw are written.
#pragma once

#include "gallium/draw/record/draw_commands.h"

namespace mux::gallium {

/// Does nothing if no targets are bound, or the shader writes nothing to them.
void prepare_stream_output(Context &context, PreparedDraw &draw);

/// Notes in the targets what a draw that was recorded writes.
void advance_targets(Context &context, const PreparedDraw &draw);

}  // namespace mux::gallium
