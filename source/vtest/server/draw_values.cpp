// Values of the rendering state, and the buffers that draws read and write.

#include <algorithm>
#include <array>

#include "vtest/server/renderer.h"

namespace mux::vtest {

void Renderer::execute(const stream::SetViewports &command) {
  std::array<mux_gallium_viewport_t, MUX_GALLIUM_MAX_VIEWPORTS> viewports{};
  const size_t count = limit_slots(command.start, command.viewports.size(),
                                   MUX_GALLIUM_MAX_VIEWPORTS, "SET_VIEWPORT_STATE");
  for (size_t i = 0; i < count; ++i) {
    std::ranges::copy(command.viewports[i].scale, viewports[i].scale);
    std::ranges::copy(command.viewports[i].translate, viewports[i].translate);
  }
  current().check(muxGalliumSetViewportStates(current().get(), command.start,
                                              static_cast<uint32_t>(count), viewports.data()),
                  "SET_VIEWPORT_STATE");
}

void Renderer::execute(const stream::SetScissors &command) {
  std::array<mux_gallium_rectangle_t, MUX_GALLIUM_MAX_VIEWPORTS> scissors{};
  const size_t count = limit_slots(command.start, command.scissors.size(),
                                   MUX_GALLIUM_MAX_VIEWPORTS, "SET_SCISSOR_STATE");
  for (size_t i = 0; i < count; ++i) {
    const stream::SetScissors::Scissor &from = command.scissors[i];
    scissors[i] = {static_cast<uint16_t>(from.min_x), static_cast<uint16_t>(from.min_y),
                   static_cast<uint16_t>(from.max_x), static_cast<uint16_t>(from.max_y)};
  }
  current().check(muxGalliumSetScissorStates(current().get(), command.start,
                                             static_cast<uint32_t>(count), scissors.data()),
                  "SET_SCISSOR_STATE");
}

void Renderer::execute(const stream::SetStencilReference &command) {
  current().check(muxGalliumSetStencilRef(current().get(), command.front, command.back),
                  "SET_STENCIL_REF");
}

void Renderer::execute(const stream::SetBlendColor &command) {
  current().check(muxGalliumSetBlendColor(current().get(), command.color.data()),
                  "SET_BLEND_COLOR");
}

void Renderer::execute(const stream::SetPolygonStipple &command) {
  std::array<uint32_t, 32> rows;
  std::ranges::transform(command.rows, rows.begin(), &stream::Mask::bits);
  current().check(muxGalliumSetPolygonStipple(current().get(), rows.data()), "SET_POLYGON_STIPPLE");
}

void Renderer::execute(const stream::SetClipPlanes &command) {
  float planes[MUX_GALLIUM_MAX_CLIP_PLANES][4];
  static_assert(sizeof planes == sizeof command.coefficients);
  std::ranges::copy(command.coefficients, &planes[0][0]);
  current().check(muxGalliumSetClipState(current().get(), planes), "SET_CLIP_STATE");
}

void Renderer::execute(const stream::SetSampleMask &command) {
  current().check(muxGalliumSetSampleMask(current().get(), command.mask.bits), "SET_SAMPLE_MASK");
}

void Renderer::execute(const stream::SetMinSamples &command) {
  current().check(muxGalliumSetMinSamples(current().get(), command.min_samples), "SET_MIN_SAMPLES");
}

void Renderer::execute(const stream::SetFramebufferSize &command) {
  // Follows every framebuffer, also those with surfaces, whose size is theirs.
  if (current().has_surfaces) {
    return;
  }
  mux_gallium_framebuffer_t framebuffer{};
  framebuffer.width = command.width;
  framebuffer.height = command.height;
  framebuffer.layers = command.layers;
  framebuffer.samples = command.samples;
  current().check(muxGalliumSetFramebufferState(current().get(), &framebuffer),
                  "SET_FRAMEBUFFER_STATE_NO_ATTACH");
}

void Renderer::execute(const stream::SetVertexBuffers &command) {
  std::array<mux_gallium_vertex_buffer_t, stream::max_slots> buffers{};
  static_assert(stream::max_slots <= MUX_GALLIUM_MAX_VERTEX_BUFFERS);
  for (size_t i = 0; i < command.buffers.size(); ++i) {
    const stream::SetVertexBuffers::Buffer &from = command.buffers[i];
    buffers[i] = {find_buffer(from.resource, from.offset, "SET_VERTEX_BUFFERS"), from.offset,
                  from.stride};
  }
  current().check(
      muxGalliumSetVertexBuffers(current().get(), static_cast<uint32_t>(command.buffers.size()),
                                 buffers.data()),
      "SET_VERTEX_BUFFERS");
}

void Renderer::execute(const stream::SetIndexBuffer &command) {
  current().index_buffer = {find_entry(command.resource.handle, "SET_INDEX_BUFFER"),
                            command.index_size, command.offset};
}

void Renderer::execute(const stream::CreateStreamoutTarget &command) {
  mux_gallium_stream_output_target_t target = nullptr;
  if (current().check(muxGalliumCreateStreamOutputTarget(
                          current().get(), find_resource(command.resource, "STREAMOUT_TARGET"),
                          command.offset, command.size, &target),
                      "STREAMOUT_TARGET")) {
    current().add(command.object,
                  StreamTarget{StreamOutputTarget(current().get(), target), command.size});
  }
}

void Renderer::execute(const stream::SetStreamoutTargets &command) {
  std::array<mux_gallium_stream_output_target_t, MUX_GALLIUM_MAX_STREAM_OUTPUT_BUFFERS> targets{};
  std::array<uint32_t, MUX_GALLIUM_MAX_STREAM_OUTPUT_BUFFERS> offsets{};
  for (size_t i = 0; i < command.targets.size(); ++i) {
    const auto *target = current().find<StreamTarget>(command.targets[i], "stream-output target");
    targets[i] = target == nullptr ? nullptr : target->handle.get();
  }
  if (!current().stream_outputs.bind(command.targets)) {
    offsets.fill(MUX_GALLIUM_STREAM_OUTPUT_APPEND);
  }
  current().check(muxGalliumSetStreamOutputTargets(current().get(),
                                                   static_cast<uint32_t>(command.targets.size()),
                                                   targets.data(), offsets.data()),
                  "SET_STREAMOUT_TARGETS");
}

}  // namespace mux::vtest
