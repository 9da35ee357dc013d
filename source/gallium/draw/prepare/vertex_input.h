/// @file
/// Vertex buffers and elements as the kernels of a draw get them.
#pragma once

#include "gallium/draw/record/draw_commands.h"
#include "gallium/draw/state/draw_bindings.h"

namespace mux::gallium {

/// Sets the elements of a draw's job, and adds the buffers to its uses. Returns what the code of
/// `draw_vertices` depends on.
draw_vertex_code_s set_vertex_input(const DrawBindings &state, PreparedDraw &draw);

/// The encoding of a format for kernels.
draw_format_s kernel_format(const FormatInfo &format);

}  // namespace mux::gallium
