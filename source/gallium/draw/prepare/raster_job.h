/// @file
/// The state of rasterization in a draw's job: viewports, scissors, clipping, culling, targets.
#pragma once

#include <mux/gallium/shader_interface.h>

#include "gallium/draw/record/draw_commands.h"
#include "gallium/draw/state/draw_bindings.h"

namespace mux::gallium {

/// Pixels and layers that a draw may touch.
struct RenderArea {
  uint32_t width;
  uint32_t height;
  uint32_t layers;
};

/// The size of a framebuffer: the smallest of its surfaces.
RenderArea render_area(const Framebuffer &framebuffer);

/// Sets what `draw_setup` and `draw_tiles` read. `draw.job.corners` is set.
///
/// @param last the last stage before rasterization.
/// Returns what the code of `draw_setup` depends on.
draw_setup_code_s set_raster_state(const DrawBindings &state, const Framebuffer &framebuffer,
                                   const mux_shader_interface_t &last, PreparedDraw &draw);

}  // namespace mux::gallium
