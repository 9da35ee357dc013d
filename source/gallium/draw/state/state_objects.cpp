#include "gallium/draw/state/state_objects.h"

#include <algorithm>
#include <cmath>

#include "gallium/format/format.h"

namespace mux::gallium {
namespace {

bool is_factor(uint32_t factor) {
  return (factor >= mux_gallium_blend_factor_one &&
          factor <= mux_gallium_blend_factor_src1_alpha) ||
         (factor >= mux_gallium_blend_factor_zero &&
          factor <= mux_gallium_blend_factor_inv_dst_color) ||
         (factor >= mux_gallium_blend_factor_inv_const_color &&
          factor <= mux_gallium_blend_factor_inv_src1_alpha);
}

void check_blending(const mux_gallium_blend_target_t &target) {
  require_valid(target.rgb_func <= mux_gallium_blend_function_max &&
                    target.alpha_func <= mux_gallium_blend_function_max,
                "an unknown blend function");
  require_valid(is_factor(target.rgb_src_factor) && is_factor(target.rgb_dst_factor) &&
                    is_factor(target.alpha_src_factor) && is_factor(target.alpha_dst_factor),
                "an unknown blend factor");
}

void check_stencil(const mux_gallium_stencil_state_t &state) {
  constexpr uint32_t all = 0xff;
  require_valid(state.func <= mux_gallium_function_always, "an unknown stencil function");
  require_valid(
      std::max({state.fail_op, state.zpass_op, state.zfail_op}) <= mux_gallium_stencil_op_invert,
      "an unknown stencil operation");
  require_valid(state.valuemask <= all && state.writemask <= all,
                "a stencil mask has more than eight bits");
}

}  // namespace

void check_state(const mux_gallium_blend_template_t &description) {
  require_valid(description.logicop_func <= mux_gallium_logic_op_set, "an unknown logic operation");
  const size_t used = description.independent_blend_enable ? MUX_GALLIUM_MAX_BLEND_TARGETS : 1;
  for (const mux_gallium_blend_target_t &target : std::span(description.targets).first(used)) {
    constexpr uint32_t all_channels = 15;
    require_valid(target.colormask <= all_channels, "the color mask has more than four bits");
    if (target.blend_enable) {
      check_blending(target);
    }
  }
}

void check_state(const mux_gallium_rasterizer_template_t &description) {
  require_valid(description.cull_face <= mux_gallium_face_front_and_back, "unknown faces to cull");
  require_valid(description.fill_front <= mux_gallium_fill_rectangle &&
                    description.fill_back <= mux_gallium_fill_rectangle,
                "an unknown fill mode");
  require_valid(description.point_size >= 0 && std::isfinite(description.point_size),
                "the point size is negative or not finite");
  require_valid(description.line_width >= 0 && std::isfinite(description.line_width),
                "the line width is negative or not finite");
  require_valid(std::isfinite(description.offset_units) &&
                    std::isfinite(description.offset_scale) &&
                    std::isfinite(description.offset_clamp),
                "an offset is not finite");
  require_valid(description.clip_plane_enable < 1U << 8U, "there are eight clip planes");
}

void check_state(const mux_gallium_depth_stencil_alpha_template_t &description) {
  require_valid(description.depth_func <= mux_gallium_function_always, "an unknown depth function");
  require_valid(description.alpha_func <= mux_gallium_function_always, "an unknown alpha function");
  for (const mux_gallium_stencil_state_t &stencil : description.stencil) {
    check_stencil(stencil);
  }
}

void check_state(const mux_gallium_vertex_elements_template_t &description) {
  require_valid(description.count <= MUX_GALLIUM_MAX_VERTEX_ELEMENTS, "too many vertex elements");
  for (const mux_gallium_vertex_element_t &element :
       std::span(description.elements).first(description.count)) {
    constexpr uint32_t buffers = MUX_GALLIUM_MAX_VERTEX_ELEMENTS;
    require_valid(element.vertex_buffer_index < buffers, "there is no such vertex buffer");
    const FormatInfo &format = checked_format(element.format);
    constexpr uint32_t max_element_bytes = 32;
    const bool has_channels = std::ranges::any_of(
        format.channel_types, [](uint32_t type) { return type != mux_gallium_channel_type_none; });
    require_valid(has_channels && !format.is_compressed && format.block_width == 1 &&
                      format.block_bytes != 0 && format.block_bytes <= max_element_bytes &&
                      !is_depth_stencil(format),
                  "vertices have no elements of the format");
  }
}

}  // namespace mux::gallium
