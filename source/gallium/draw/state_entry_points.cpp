// Entry points of the state objects of draws.

#include "gallium/context/call.h"

using namespace mux::gallium;

namespace {

template <typename State, typename Description>
mux_result_t create_state(const char *entry_point, mux_gallium_context_t context,
                          const Description *description, typename State::HandleType *out_state) {
  return context_call(entry_point, context, arguments(description, out_state), [&](Context &on) {
    require_valid(description != nullptr, "the description is NULL");
    const Ref<State> made = make_ref<State>(&on, *description);
    require_out(out_state, "out_state is NULL");
    *out_state = on.add(made);
  });
}

template <typename State>
mux_result_t bind_state(const char *entry_point, mux_gallium_context_t context,
                        typename State::HandleType state, Ref<State> DrawBindings::*slot) {
  return context_call(entry_point, context, arguments(state), [&](Context &on) {
    on.bindings().draw.*slot =
        state != nullptr ? Ref<State>(checked<State>(state, &on)) : Ref<State>();
  });
}

template <typename State>
mux_result_t destroy_state(const char *entry_point, mux_gallium_context_t context,
                           typename State::HandleType state) {
  return any_context_call(entry_point, context, arguments(state),
                          [&](Context &on) { on.remove(checked<State>(state, &on)); });
}

}  // namespace

mux_result_t muxGalliumCreateBlendState(mux_gallium_context_t context,
                                        const mux_gallium_blend_template_t *description,
                                        mux_gallium_blend_state_t *out_state) {
  return create_state<BlendState>("muxGalliumCreateBlendState", context, description, out_state);
}

mux_result_t muxGalliumBindBlendState(mux_gallium_context_t context,
                                      mux_gallium_blend_state_t state) {
  return bind_state<BlendState>("muxGalliumBindBlendState", context, state,
                                &DrawBindings::blend_state);
}

mux_result_t muxGalliumDestroyBlendState(mux_gallium_context_t context,
                                         mux_gallium_blend_state_t state) {
  return destroy_state<BlendState>("muxGalliumDestroyBlendState", context, state);
}

mux_result_t muxGalliumCreateRasterizerState(mux_gallium_context_t context,
                                             const mux_gallium_rasterizer_template_t *description,
                                             mux_gallium_rasterizer_state_t *out_state) {
  return create_state<RasterizerState>("muxGalliumCreateRasterizerState", context, description,
                                       out_state);
}

mux_result_t muxGalliumBindRasterizerState(mux_gallium_context_t context,
                                           mux_gallium_rasterizer_state_t state) {
  return bind_state<RasterizerState>("muxGalliumBindRasterizerState", context, state,
                                     &DrawBindings::rasterizer_state);
}

mux_result_t muxGalliumDestroyRasterizerState(mux_gallium_context_t context,
                                              mux_gallium_rasterizer_state_t state) {
  return destroy_state<RasterizerState>("muxGalliumDestroyRasterizerState", context, state);
}

mux_result_t muxGalliumCreateDepthStencilAlphaState(
    mux_gallium_context_t context, const mux_gallium_depth_stencil_alpha_template_t *description,
    mux_gallium_depth_stencil_alpha_state_t *out_state) {
  return create_state<DepthStencilAlphaState>("muxGalliumCreateDepthStencilAlphaState", context,
                                              description, out_state);
}

mux_result_t muxGalliumBindDepthStencilAlphaState(mux_gallium_context_t context,
                                                  mux_gallium_depth_stencil_alpha_state_t state) {
  return bind_state<DepthStencilAlphaState>("muxGalliumBindDepthStencilAlphaState", context, state,
                                            &DrawBindings::depth_stencil_alpha_state);
}

mux_result_t muxGalliumDestroyDepthStencilAlphaState(
    mux_gallium_context_t context, mux_gallium_depth_stencil_alpha_state_t state) {
  return destroy_state<DepthStencilAlphaState>("muxGalliumDestroyDepthStencilAlphaState", context,
                                               state);
}

mux_result_t muxGalliumCreateVertexElementsState(
    mux_gallium_context_t context, const mux_gallium_vertex_elements_template_t *description,
    mux_gallium_vertex_elements_state_t *out_state) {
  return create_state<VertexElementsState>("muxGalliumCreateVertexElementsState", context,
                                           description, out_state);
}

mux_result_t muxGalliumBindVertexElementsState(mux_gallium_context_t context,
                                               mux_gallium_vertex_elements_state_t state) {
  return bind_state<VertexElementsState>("muxGalliumBindVertexElementsState", context, state,
                                         &DrawBindings::vertex_elements);
}

mux_result_t muxGalliumDestroyVertexElementsState(mux_gallium_context_t context,
                                                  mux_gallium_vertex_elements_state_t state) {
  return destroy_state<VertexElementsState>("muxGalliumDestroyVertexElementsState", context, state);
}

mux_result_t muxGalliumCreateShader(mux_gallium_context_t context,
                                    const mux_gallium_shader_template_t *description,
                                    mux_gallium_shader_state_t *out_shader) {
  return context_call("muxGalliumCreateShader", context, arguments(description, out_shader),
                      [&](Context &on) {
                        require_valid(description != nullptr, "the description is NULL");
                        require_out(out_shader, "out_shader is NULL");
                        *out_shader = add_compiled<ShaderState>(on, *description);
                      });
}

namespace {

Ref<ShaderState> *shader_slot(DrawBindings &state, uint32_t stage) {
  switch (stage) {
    case mux_gallium_stage_vertex:
      return &state.vertex_shader;
    case mux_gallium_stage_fragment:
      return &state.fragment_shader;
    default:
      return nullptr;
  }
}

}  // namespace

mux_result_t muxGalliumBindShader(mux_gallium_context_t context, uint32_t stage,
                                  mux_gallium_shader_state_t shader) {
  return context_call("muxGalliumBindShader", context, arguments(stage, shader), [&](Context &on) {
    require_valid(stage < mux_gallium_stage_count && stage != mux_gallium_stage_compute,
                  "the pipeline has no such stage");
    Ref<ShaderState> *slot = shader_slot(on.bindings().draw, stage);
    if (shader == nullptr) {
      if (slot != nullptr) {
        *slot = {};
      }
      return;
    }
    ShaderState &state = checked<ShaderState>(shader, &on);
    require_valid(state.stage() == stage && slot != nullptr, "the shader is of another stage");
    *slot = Ref<ShaderState>(state);
  });
}

mux_result_t muxGalliumDestroyShader(mux_gallium_context_t context,
                                     mux_gallium_shader_state_t shader) {
  return destroy_state<ShaderState>("muxGalliumDestroyShader", context, shader);
}
