#include "recorded_layer.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace mux::test {

LayerCalls &layer_calls() {
  static LayerCalls calls;
  return calls;
}

namespace {

/// Makes a handle, which nothing dereferences.
template <class Handle>
mux_result_t create(Handle *out) {
  static uintptr_t count = 0;
  *out = reinterpret_cast<Handle>(++count);
  layer_calls().created.push_back(*out);
  return mux_success;
}

mux_result_t bind(const char *point, const void *object) {
  layer_calls().bound.push_back({point, object});
  return mux_success;
}

mux_result_t destroy(const void *object) {
  layer_calls().destroyed.push_back(object);
  return mux_success;
}

}  // namespace
}  // namespace mux::test

using namespace mux::test;

mux_result_t muxGalliumCreateBlendState(mux_gallium_context_t,
                                        const mux_gallium_blend_template_t *description,
                                        mux_gallium_blend_state_t *out_state) {
  layer_calls().blends.push_back(*description);
  return create(out_state);
}

mux_result_t muxGalliumBindBlendState(mux_gallium_context_t, mux_gallium_blend_state_t state) {
  return bind("blend", state);
}

mux_result_t muxGalliumDestroyBlendState(mux_gallium_context_t, mux_gallium_blend_state_t state) {
  return destroy(state);
}

mux_result_t muxGalliumCreateRasterizerState(mux_gallium_context_t,
                                             const mux_gallium_rasterizer_template_t *description,
                                             mux_gallium_rasterizer_state_t *out_state) {
  layer_calls().rasterizers.push_back(*description);
  return create(out_state);
}

mux_result_t muxGalliumBindRasterizerState(mux_gallium_context_t,
                                           mux_gallium_rasterizer_state_t state) {
  return bind("rasterizer", state);
}

mux_result_t muxGalliumDestroyRasterizerState(mux_gallium_context_t,
                                              mux_gallium_rasterizer_state_t state) {
  return destroy(state);
}

mux_result_t muxGalliumCreateDepthStencilAlphaState(
    mux_gallium_context_t, const mux_gallium_depth_stencil_alpha_template_t *description,
    mux_gallium_depth_stencil_alpha_state_t *out_state) {
  layer_calls().tests.push_back(*description);
  return create(out_state);
}

mux_result_t muxGalliumBindDepthStencilAlphaState(mux_gallium_context_t,
                                                  mux_gallium_depth_stencil_alpha_state_t state) {
  return bind("tests", state);
}

mux_result_t muxGalliumDestroyDepthStencilAlphaState(
    mux_gallium_context_t, mux_gallium_depth_stencil_alpha_state_t state) {
  return destroy(state);
}

mux_result_t muxGalliumCreateVertexElementsState(
    mux_gallium_context_t, const mux_gallium_vertex_elements_template_t *description,
    mux_gallium_vertex_elements_state_t *out_state) {
  layer_calls().vertex_elements.push_back(*description);
  return create(out_state);
}

mux_result_t muxGalliumBindVertexElementsState(mux_gallium_context_t,
                                               mux_gallium_vertex_elements_state_t state) {
  return bind("vertex elements", state);
}

mux_result_t muxGalliumDestroyVertexElementsState(mux_gallium_context_t,
                                                  mux_gallium_vertex_elements_state_t state) {
  return destroy(state);
}

mux_result_t muxGalliumCreateShader(mux_gallium_context_t,
                                    const mux_gallium_shader_template_t *description,
                                    mux_gallium_shader_state_t *out_shader) {
  const std::string_view text(description->source, description->source_length);
  if (text.find(refused_text) != std::string_view::npos) {
    return mux_error_failure;
  }
  layer_calls().shaders.push_back(*description);
  layer_calls().texts.emplace_back(text);
  return create(out_shader);
}

mux_result_t muxGalliumBindShader(mux_gallium_context_t, uint32_t stage,
                                  mux_gallium_shader_state_t shader) {
  return bind(("shader " + std::to_string(stage)).c_str(), shader);
}

mux_result_t muxGalliumDestroyShader(mux_gallium_context_t, mux_gallium_shader_state_t shader) {
  return destroy(shader);
}

mux_result_t muxGalliumCreateStreamOutputTarget(mux_gallium_context_t,
                                                mux_gallium_resource_t resource, uint64_t offset,
                                                uint64_t size,
                                                mux_gallium_stream_output_target_t *out_target) {
  layer_calls().ranges.push_back({resource, offset, size});
  return create(out_target);
}

mux_result_t muxGalliumStreamOutputTargetDestroy(mux_gallium_context_t,
                                                 mux_gallium_stream_output_target_t target) {
  return destroy(target);
}

mux_result_t muxGalliumSetStreamOutputTargets(mux_gallium_context_t, uint32_t count,
                                              const mux_gallium_stream_output_target_t *targets,
                                              const uint32_t *offsets) {
  layer_calls().stream_outputs.push_back({std::vector<const void *>(targets, targets + count),
                                          std::vector<uint32_t>(offsets, offsets + count)});
  return mux_success;
}

mux_result_t muxGalliumSetStencilRef(mux_gallium_context_t, uint32_t front, uint32_t back) {
  layer_calls().stencil_references = {front, back};
  return mux_success;
}

mux_result_t muxGalliumSetBlendColor(mux_gallium_context_t, const float color[4]) {
  std::copy_n(color, 4, layer_calls().blend_color.emplace().begin());
  return mux_success;
}

mux_result_t muxGalliumSetSampleMask(mux_gallium_context_t, uint32_t mask) {
  layer_calls().sample_mask = mask;
  return mux_success;
}

mux_result_t muxGalliumSetMinSamples(mux_gallium_context_t, uint32_t count) {
  layer_calls().min_samples = count;
  return mux_success;
}

mux_result_t muxGalliumSetClipState(mux_gallium_context_t,
                                    const float planes[MUX_GALLIUM_MAX_CLIP_PLANES][4]) {
  auto to = layer_calls().clip_planes.emplace().begin();
  for (const auto &plane : std::span(planes, MUX_GALLIUM_MAX_CLIP_PLANES)) {
    to = std::ranges::copy(plane, to).out;
  }
  return mux_success;
}

mux_result_t muxGalliumSetPolygonStipple(mux_gallium_context_t, const uint32_t rows[32]) {
  std::copy_n(rows, 32, layer_calls().stipple.emplace().begin());
  return mux_success;
}

mux_result_t muxGalliumSetScissorStates(mux_gallium_context_t, uint32_t start, uint32_t count,
                                        const mux_gallium_rectangle_t *scissors) {
  layer_calls().scissors = {start, {scissors, scissors + count}};
  return mux_success;
}

mux_result_t muxGalliumSetViewportStates(mux_gallium_context_t, uint32_t start, uint32_t count,
                                         const mux_gallium_viewport_t *viewports) {
  layer_calls().viewports = {start, {viewports, viewports + count}};
  return mux_success;
}

mux_result_t muxGalliumSetFramebufferState(mux_gallium_context_t,
                                           const mux_gallium_framebuffer_t *framebuffer) {
  layer_calls().framebuffers.push_back(*framebuffer);
  return mux_success;
}

mux_result_t muxGalliumSetVertexBuffers(mux_gallium_context_t, uint32_t count,
                                        const mux_gallium_vertex_buffer_t *buffers) {
  layer_calls().vertex_buffers = {buffers, buffers + count};
  return mux_success;
}

mux_result_t muxGalliumDrawVbo(mux_gallium_context_t, const mux_gallium_draw_info_t *info) {
  layer_calls().draws.push_back(*info);
  return mux_success;
}
