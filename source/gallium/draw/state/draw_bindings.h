/// @file
/// What is bound to a context for draws.
#pragma once

#include <mux/gallium/draw.h>

#include <array>

#include "gallium/draw/state/shader_state.h"
#include "gallium/draw/state/state_objects.h"
#include "gallium/draw/state/stream_output_target.h"
#include "gallium/resource/resource.h"

namespace mux::gallium {

struct VertexBuffer {
  Ref<Resource> resource;
  uint64_t offset = 0;
  uint32_t stride = 0;
};

struct IndexBuffer {
  Ref<Resource> resource;
  uint64_t offset = 0;
  uint32_t index_size = 0;
};

/// The descriptions that draws have without a state object.
const mux_gallium_blend_template_t &default_blend();
const mux_gallium_rasterizer_template_t &default_rasterizer();
const mux_gallium_depth_stencil_alpha_template_t &default_depth_stencil_alpha();

struct DrawBindings {
  Ref<BlendState> blend_state;
  Ref<RasterizerState> rasterizer_state;
  Ref<DepthStencilAlphaState> depth_stencil_alpha_state;
  Ref<VertexElementsState> vertex_elements;
  Ref<ShaderState> vertex_shader;
  Ref<ShaderState> fragment_shader;
  std::array<VertexBuffer, MUX_GALLIUM_MAX_VERTEX_BUFFERS> vertex_buffers;
  IndexBuffer index_buffer;
  std::array<Ref<StreamOutputTarget>, MUX_GALLIUM_MAX_STREAM_OUTPUT_BUFFERS> stream_targets;
  std::array<mux_gallium_viewport_t, MUX_GALLIUM_MAX_VIEWPORTS> viewports{};
  std::array<mux_gallium_rectangle_t, MUX_GALLIUM_MAX_VIEWPORTS> scissors{};
  std::array<std::array<float, 4>, MUX_GALLIUM_MAX_CLIP_PLANES> clip_planes{};
  std::array<float, 4> blend_color{};
  std::array<uint32_t, 2> stencil_reference{};
  uint32_t sample_mask = ~0U;
  uint32_t min_samples = 1;
  std::array<uint32_t, 32> polygon_stipple;

  DrawBindings() { polygon_stipple.fill(~0U); }

  const mux_gallium_blend_template_t &blend() const {
    return blend_state ? blend_state->description() : default_blend();
  }
  const mux_gallium_rasterizer_template_t &rasterizer() const {
    return rasterizer_state ? rasterizer_state->description() : default_rasterizer();
  }
  const mux_gallium_depth_stencil_alpha_template_t &depth_stencil_alpha() const {
    return depth_stencil_alpha_state ? depth_stencil_alpha_state->description()
                                     : default_depth_stencil_alpha();
  }
};

}  // namespace mux::gallium
