// State objects of draws: CREATE_OBJECT and BIND_OBJECT.

#include "vtest/server/renderer.h"

namespace mux::vtest {

namespace {

mux_gallium_blend_target_t to_target(const stream::CreateBlend::RenderTarget &target) {
  mux_gallium_blend_target_t result{};
  result.blend_enable = target.enable;
  result.rgb_func = static_cast<uint32_t>(target.rgb_function);
  result.rgb_src_factor = static_cast<uint32_t>(target.rgb_source);
  result.rgb_dst_factor = static_cast<uint32_t>(target.rgb_destination);
  result.alpha_func = static_cast<uint32_t>(target.alpha_function);
  result.alpha_src_factor = static_cast<uint32_t>(target.alpha_source);
  result.alpha_dst_factor = static_cast<uint32_t>(target.alpha_destination);
  result.colormask = target.color_mask.bits;
  return result;
}

mux_gallium_blend_template_t to_template(const stream::CreateBlend &command) {
  mux_gallium_blend_template_t result{};
  result.independent_blend_enable = command.independent;
  result.logicop_enable = command.logic_operation_enable;
  result.logicop_func = static_cast<uint32_t>(command.logic_operation);
  result.dither = command.dither;
  result.alpha_to_coverage = command.alpha_to_coverage;
  result.alpha_to_one = command.alpha_to_one;
  for (size_t i = 0; i < command.targets.size(); ++i) {
    result.targets[i] = to_target(command.targets[i]);
  }
  return result;
}

void set_numbers(const stream::CreateRasterizer &command,
                 mux_gallium_rasterizer_template_t &result) {
  result.point_size = command.point_size;
  result.sprite_coord_enable = command.sprite_coordinate_enable.bits;
  result.line_stipple_pattern = command.line_stipple_pattern.bits;
  result.line_stipple_factor = command.line_stipple_factor;
  result.clip_plane_enable = command.clip_plane_enable.bits;
  result.line_width = command.line_width;
  result.offset_units = command.offset_units;
  result.offset_scale = command.offset_scale;
  result.offset_clamp = command.offset_clamp;
}

mux_gallium_rasterizer_template_t to_template(const stream::CreateRasterizer &command) {
  mux_gallium_rasterizer_template_t result{};
  result.flatshade = command.flat_shade;
  result.depth_clip = command.depth_clip;
  result.clip_halfz = command.clip_half_z;
  result.rasterizer_discard = command.discard;
  result.flatshade_first = command.flat_shade_first;
  result.light_twoside = command.two_sided_light;
  result.sprite_coord_lower_left = command.sprite_coordinate_lower_left;
  result.point_quad_rasterization = command.point_quad;
  result.cull_face = static_cast<uint32_t>(command.cull_face);
  result.fill_front = static_cast<uint32_t>(command.fill_front);
  result.fill_back = static_cast<uint32_t>(command.fill_back);
  result.scissor = command.scissor;
  result.front_ccw = command.front_counter_clockwise;
  result.clamp_vertex_color = command.clamp_vertex_color;
  result.clamp_fragment_color = command.clamp_fragment_color;
  result.offset_line = command.offset_line;
  result.offset_point = command.offset_point;
  result.offset_tri = command.offset_triangle;
  result.poly_smooth = command.polygon_smooth;
  result.poly_stipple_enable = command.polygon_stipple;
  result.point_smooth = command.point_smooth;
  result.point_size_per_vertex = command.point_size_per_vertex;
  result.multisample = command.multisample;
  result.line_smooth = command.line_smooth;
  result.line_stipple_enable = command.line_stipple;
  result.line_last_pixel = command.line_last_pixel;
  result.half_pixel_center = command.half_pixel_center;
  result.bottom_edge_rule = command.bottom_edge_rule;
  result.force_persample_interp = command.force_persample_interpolation;
  set_numbers(command, result);
  return result;
}

mux_gallium_stencil_state_t to_stencil(const stream::CreateDepthStencilAlpha::Stencil &stencil) {
  mux_gallium_stencil_state_t result{};
  result.enabled = stencil.enable;
  result.func = static_cast<uint32_t>(stencil.function);
  result.fail_op = static_cast<uint32_t>(stencil.fail);
  result.zpass_op = static_cast<uint32_t>(stencil.depth_pass);
  result.zfail_op = static_cast<uint32_t>(stencil.depth_fail);
  result.valuemask = stencil.value_mask.bits;
  result.writemask = stencil.write_mask.bits;
  return result;
}

mux_gallium_depth_stencil_alpha_template_t to_template(
    const stream::CreateDepthStencilAlpha &command) {
  mux_gallium_depth_stencil_alpha_template_t result{};
  result.depth_enabled = command.depth_enable;
  result.depth_writemask = command.depth_write;
  result.depth_func = static_cast<uint32_t>(command.depth_function);
  result.alpha_enabled = command.alpha_enable;
  result.alpha_func = static_cast<uint32_t>(command.alpha_function);
  result.alpha_ref = command.alpha_reference;
  for (size_t face = 0; face < command.stencil.size(); ++face) {
    result.stencil[face] = to_stencil(command.stencil[face]);
  }
  return result;
}

mux_gallium_vertex_elements_template_t to_template(const stream::CreateVertexElements &command) {
  mux_gallium_vertex_elements_template_t result{};
  result.count = static_cast<uint32_t>(command.elements.size());
  for (size_t i = 0; i < command.elements.size(); ++i) {
    const stream::CreateVertexElements::Element &element = command.elements[i];
    result.elements[i] = {element.offset, element.instance_divisor, element.buffer,
                          element.format.number};
  }
  return result;
}

/// Creates a state by a function of the layer.
template <class State, class Command, class Description>
void create(SubContext &context, const Command &command,
            mux_result_t (*function)(mux_gallium_context_t, const Description *,
                                     typename State::HandleType *),
            const char *what) {
  const Description description = to_template(command);
  typename State::HandleType handle = nullptr;
  if (context.check(function(context.get(), &description, &handle), what)) {
    context.add(command.object, State(context.get(), handle));
  }
}

/// Binds a state by a function of the layer; none if there is no such object.
template <class State>
void bind(SubContext &context, const stream::BindObject &command,
          mux_result_t (*function)(mux_gallium_context_t, typename State::HandleType)) {
  const auto *state = context.find<State>(command.object, "state to bind");
  context.check(function(context.get(), state == nullptr ? nullptr : state->get()), "BIND_OBJECT");
}

}  // namespace

void Renderer::execute(const stream::CreateBlend &command) {
  create<BlendState>(current(), command, muxGalliumCreateBlendState, "BLEND");
}

void Renderer::execute(const stream::CreateRasterizer &command) {
  create<RasterizerState>(current(), command, muxGalliumCreateRasterizerState, "RASTERIZER");
}

void Renderer::execute(const stream::CreateDepthStencilAlpha &command) {
  create<DepthStencilAlphaState>(current(), command, muxGalliumCreateDepthStencilAlphaState, "DSA");
}

void Renderer::execute(const stream::CreateVertexElements &command) {
  create<VertexElementsState>(current(), command, muxGalliumCreateVertexElementsState,
                              "VERTEX_ELEMENTS");
}

void Renderer::execute(const stream::BindObject &command) {
  switch (command.type) {
    case stream::ObjectType::blend:
      return bind<BlendState>(current(), command, muxGalliumBindBlendState);
    case stream::ObjectType::rasterizer:
      return bind<RasterizerState>(current(), command, muxGalliumBindRasterizerState);
    case stream::ObjectType::depth_stencil_alpha:
      return bind<DepthStencilAlphaState>(current(), command, muxGalliumBindDepthStencilAlphaState);
    case stream::ObjectType::vertex_elements:
      return bind<VertexElementsState>(current(), command, muxGalliumBindVertexElementsState);
    default:
      log_.warn_once("BIND_OBJECT: objects of this type are not bound so");
  }
}

}  // namespace mux::vtest
