#include <algorithm>
#include <array>

#include "vtest/server/renderer.h"

namespace mux::vtest {

namespace {

uint32_t to_stage(stream::Stage stage) {
  return static_cast<uint32_t>(stage);
}

}  // namespace

void Renderer::execute(const stream::SetFramebuffer &command) {
  mux_gallium_framebuffer_t framebuffer{};
  framebuffer.color_count = static_cast<uint32_t>(command.colors.count);
  for (size_t i = 0; i < command.colors.count; ++i) {
    const Surface *surface = current().find<Surface>(command.colors[i], "color surface");
    framebuffer.color[i] = surface == nullptr ? nullptr : surface->get();
  }
  const Surface *depth = current().find<Surface>(command.depth_stencil, "depth surface");
  framebuffer.depth_stencil = depth == nullptr ? nullptr : depth->get();
  current().has_surfaces = command.depth_stencil.handle != 0 ||
                           std::ranges::any_of(command.colors, &stream::Object::handle);
  current().check(muxGalliumSetFramebufferState(current().get(), &framebuffer),
                  "SET_FRAMEBUFFER_STATE");
}

void Renderer::execute(const stream::SetSamplerViews &command) {
  std::array<mux_gallium_sampler_view_t, stream::max_slots> views{};
  const size_t count = limit_slots(command.start, command.objects.count, info_.max_sampler_views,
                                   "SET_SAMPLER_VIEWS");
  for (size_t i = 0; i < count; ++i) {
    const auto *view = current().find<SamplerView>(command.objects[i], "sampler view");
    views[i] = view == nullptr ? nullptr : view->get();
  }
  current().check(muxGalliumSetSamplerViews(current().get(), to_stage(command.stage), command.start,
                                            static_cast<uint32_t>(count), views.data()),
                  "SET_SAMPLER_VIEWS");
}

void Renderer::execute(const stream::BindSamplerStates &command) {
  std::array<mux_gallium_sampler_state_t, stream::max_slots> states{};
  const size_t count =
      limit_slots(command.start, command.objects.count, info_.max_samplers, "BIND_SAMPLER_STATES");
  for (size_t i = 0; i < count; ++i) {
    const auto *state = current().find<SamplerState>(command.objects[i], "sampler state");
    states[i] = state == nullptr ? nullptr : state->get();
  }
  current().check(
      muxGalliumBindSamplerStates(current().get(), to_stage(command.stage), command.start,
                                  static_cast<uint32_t>(count), states.data()),
      "BIND_SAMPLER_STATES");
}

void Renderer::execute(const stream::SetConstants &command) {
  if (command.values.empty() && command.index >= info_.max_constant_buffers) {
    return;
  }
  const mux_gallium_constant_buffer_t buffer{nullptr, 0, command.values.size_bytes(),
                                             command.values.data()};
  current().check(
      muxGalliumSetConstantBuffer(current().get(), to_stage(command.stage), command.index,
                                  command.values.empty() ? nullptr : &buffer),
      "SET_CONSTANT_BUFFER");
}

void Renderer::execute(const stream::SetUniformBuffer &command) {
  const mux_gallium_constant_buffer_t buffer{
      find_buffer(command.resource, command.offset, "SET_UNIFORM_BUFFER"), command.offset,
      command.length, nullptr};
  current().check(
      muxGalliumSetConstantBuffer(current().get(), to_stage(command.stage), command.index,
                                  buffer.resource == nullptr ? nullptr : &buffer),
      "SET_UNIFORM_BUFFER");
}

size_t Renderer::find_buffers(uint32_t start, const BufferRanges &ranges, uint32_t slots,
                              const char *what, ShaderBuffers &buffers) {
  const size_t count = limit_slots(start, ranges.count, slots, what);
  for (size_t i = 0; i < count; ++i) {
    const stream::BufferRange &range = ranges[i];
    mux_gallium_resource_t resource = find_buffer(range.resource, range.offset, what);
    if (resource != nullptr) {
      buffers[i] = {resource, range.offset, range.length};
    }
  }
  return count;
}

void Renderer::execute(const stream::SetShaderBuffers &command) {
  ShaderBuffers buffers{};
  const size_t count = find_buffers(command.start, command.buffers, info_.max_shader_buffers,
                                    "SET_SHADER_BUFFERS", buffers);
  constexpr uint32_t all_writable = ~0U;
  current().check(
      muxGalliumSetShaderBuffers(current().get(), to_stage(command.stage), command.start,
                                 static_cast<uint32_t>(count), buffers.data(), all_writable),
      "SET_SHADER_BUFFERS");
}

void Renderer::execute(const stream::SetAtomicBuffers &command) {
  ShaderBuffers buffers{};
  const size_t count = find_buffers(command.start, command.buffers, info_.max_hw_atomic_buffers,
                                    "SET_ATOMIC_BUFFERS", buffers);
  current().check(muxGalliumSetHwAtomicBuffers(current().get(), command.start,
                                               static_cast<uint32_t>(count), buffers.data()),
                  "SET_ATOMIC_BUFFERS");
}

void Renderer::execute(const stream::SetShaderImages &command) {
  std::array<mux_gallium_image_view_t, stream::max_slots> images{};
  const size_t count = limit_slots(command.start, command.images.count, info_.max_shader_images,
                                   "SET_SHADER_IMAGES");
  for (size_t i = 0; i < count; ++i) {
    const stream::SetShaderImages::Image &image = command.images[i];
    const std::shared_ptr<ResourceEntry> entry =
        find_entry(image.resource.handle, "SET_SHADER_IMAGES");
    if (entry == nullptr || !entry->resource) {
      continue;
    }
    mux_gallium_image_view_t &view = images[i];
    view.resource = entry->resource.get();
    view.format = image.format.number;
    view.access =
        image.access.bits & (mux_gallium_image_access_read | mux_gallium_image_access_write);
    if (entry->is_buffer()) {
      view.offset = image.layers_or_offset;
      view.size = image.level_or_size;
    } else {
      view.level = image.level_or_size & 0xff;
      view.first_layer = image.layers_or_offset & 0xffff;
      view.last_layer = image.layers_or_offset >> 16;
    }
  }
  current().check(muxGalliumSetShaderImages(current().get(), to_stage(command.stage), command.start,
                                            static_cast<uint32_t>(count), images.data()),
                  "SET_SHADER_IMAGES");
}

}  // namespace mux::vtest
