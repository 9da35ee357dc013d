/// @file
/// State objects of draws that are checked copies of their descriptions. Immutable.
#pragma once

#include <mux/gallium/draw_state.h>

#include <span>

#include "gallium/support/object.h"

namespace mux::gallium {

/// Each fails if an enumerator or a number is out of range.
void check_state(const mux_gallium_blend_template_t &description);
void check_state(const mux_gallium_rasterizer_template_t &description);
void check_state(const mux_gallium_depth_stencil_alpha_template_t &description);
void check_state(const mux_gallium_vertex_elements_template_t &description);

/// A state object.
/// @tparam Handle the struct that the object's handle points to.
template <typename Description, typename Handle>
class DrawState final : public OfContext, public Handle {
 public:
  using HandleType = Handle *;
  static constexpr const char *is_null = "the state is NULL";

  DrawState(const void *context, const Description &description)
      : OfContext(context), description_(description) {
    check_state(description_);
  }

  const Description &description() const { return description_; }

 private:
  Description description_;
};

using BlendState = DrawState<mux_gallium_blend_template_t, mux_gallium_blend_state_s>;
using RasterizerState =
    DrawState<mux_gallium_rasterizer_template_t, mux_gallium_rasterizer_state_s>;
using DepthStencilAlphaState =
    DrawState<mux_gallium_depth_stencil_alpha_template_t, mux_gallium_depth_stencil_alpha_state_s>;
using VertexElementsState =
    DrawState<mux_gallium_vertex_elements_template_t, mux_gallium_vertex_elements_state_s>;

}  // namespace mux::gallium
