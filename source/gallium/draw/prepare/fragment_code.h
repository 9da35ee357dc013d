/// @file
/// What the code of `draw_tiles` depends on: depth, stencil, blending, formats, inputs.
#pragma once

#include "gallium/bindings/bindings.h"
#include "gallium/draw/kernels/draw_abi.h"
#include "gallium/draw/stages/linkage.h"
#include "gallium/draw/state/draw_bindings.h"

namespace mux::gallium {

/// @param fragment NULL if there is no shader.
draw_fragment_code_s fragment_code(const DrawBindings &state, const Framebuffer &framebuffer,
                                   const mux_shader_interface_t *fragment,
                                   const FragmentInputs &inputs, bool counts);

}  // namespace mux::gallium
