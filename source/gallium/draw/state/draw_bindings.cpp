#include "gallium/draw/state/draw_bindings.h"

namespace mux::gallium {

const mux_gallium_blend_template_t &default_blend() {
  static const mux_gallium_blend_template_t description = [] {
    constexpr uint32_t all_channels = 15;
    mux_gallium_blend_template_t made{};
    made.targets[0].colormask = all_channels;
    return made;
  }();
  return description;
}

const mux_gallium_rasterizer_template_t &default_rasterizer() {
  static const mux_gallium_rasterizer_template_t description = [] {
    mux_gallium_rasterizer_template_t made{};
    made.depth_clip = true;
    made.half_pixel_center = true;
    made.point_size = 1;
    made.line_width = 1;
    return made;
  }();
  return description;
}

const mux_gallium_depth_stencil_alpha_template_t &default_depth_stencil_alpha() {
  static const mux_gallium_depth_stencil_alpha_template_t description{};
  return description;
}

}  // namespace mux::gallium
