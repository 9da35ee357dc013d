// Entry points that set values of the rendering state.

#include <algorithm>

#include "gallium/context/call.h"

using namespace mux::gallium;

mux_result_t muxGalliumSetStencilRef(mux_gallium_context_t context, uint32_t front, uint32_t back) {
  return context_call("muxGalliumSetStencilRef", context, arguments(front, back), [&](Context &on) {
    constexpr uint32_t all = 0xff;
    on.bindings().draw.stencil_reference = {front & all, back & all};
  });
}

mux_result_t muxGalliumSetBlendColor(mux_gallium_context_t context, const float color[4]) {
  return context_call("muxGalliumSetBlendColor", context, arguments(color), [&](Context &on) {
    require_valid(color != nullptr, "the color is NULL");
    std::copy_n(color, 4, on.bindings().draw.blend_color.begin());
  });
}

mux_result_t muxGalliumSetSampleMask(mux_gallium_context_t context, uint32_t mask) {
  return context_call("muxGalliumSetSampleMask", context, arguments(mask),
                      [&](Context &on) { on.bindings().draw.sample_mask = mask; });
}

mux_result_t muxGalliumSetMinSamples(mux_gallium_context_t context, uint32_t count) {
  return context_call("muxGalliumSetMinSamples", context, arguments(count),
                      [&](Context &on) { on.bindings().draw.min_samples = count; });
}

mux_result_t muxGalliumSetClipState(mux_gallium_context_t context,
                                    const float planes[MUX_GALLIUM_MAX_CLIP_PLANES][4]) {
  return context_call("muxGalliumSetClipState", context, arguments(planes), [&](Context &on) {
    require_valid(planes != nullptr, "the planes are NULL");
    for (size_t plane = 0; plane < MUX_GALLIUM_MAX_CLIP_PLANES; ++plane) {
      std::copy_n(planes[plane], 4, on.bindings().draw.clip_planes.at(plane).begin());
    }
  });
}

mux_result_t muxGalliumSetPolygonStipple(mux_gallium_context_t context, const uint32_t rows[32]) {
  return context_call("muxGalliumSetPolygonStipple", context, arguments(rows), [&](Context &on) {
    require_valid(rows != nullptr, "the rows are NULL");
    std::copy_n(rows, 32, on.bindings().draw.polygon_stipple.begin());
  });
}

namespace {

/// Replaces elements from `start` on.
template <typename T, size_t size>
void replace(std::array<T, size> &slots, uint32_t start, uint32_t count, const T *values) {
  require_valid(values != nullptr, "the values are NULL");
  require_valid(start <= size && count <= size - start, "there are not so many");
  std::copy_n(values, count, slots.begin() + start);
}

}  // namespace

mux_result_t muxGalliumSetScissorStates(mux_gallium_context_t context, uint32_t start,
                                        uint32_t count, const mux_gallium_rectangle_t *scissors) {
  return context_call(
      "muxGalliumSetScissorStates", context, arguments(start, count, scissors),
      [&](Context &on) { replace(on.bindings().draw.scissors, start, count, scissors); });
}

mux_result_t muxGalliumSetViewportStates(mux_gallium_context_t context, uint32_t start,
                                         uint32_t count, const mux_gallium_viewport_t *viewports) {
  return context_call(
      "muxGalliumSetViewportStates", context, arguments(start, count, viewports),
      [&](Context &on) { replace(on.bindings().draw.viewports, start, count, viewports); });
}

namespace {

/// A buffer of a handle; empty for NULL.
Ref<Resource> buffer_of(mux_gallium_resource_t handle) {
  if (handle == nullptr) {
    return {};
  }
  Resource &resource = checked<Resource>(handle);
  require_valid(resource.is_buffer(), "the resource is not a buffer");
  return Ref<Resource>(resource);
}

}  // namespace

mux_result_t muxGalliumSetVertexBuffers(mux_gallium_context_t context, uint32_t count,
                                        const mux_gallium_vertex_buffer_t *buffers) {
  return context_call(
      "muxGalliumSetVertexBuffers", context, arguments(count, buffers), [&](Context &on) {
        require_valid(count <= MUX_GALLIUM_MAX_VERTEX_BUFFERS, "too many vertex buffers");
        std::array<VertexBuffer, MUX_GALLIUM_MAX_VERTEX_BUFFERS> made;
        for (uint32_t index = 0; buffers != nullptr && index < count; ++index) {
          made.at(index) = {buffer_of(buffers[index].resource), buffers[index].offset,
                            buffers[index].stride};
        }
        on.bindings().draw.vertex_buffers = std::move(made);
      });
}

mux_result_t muxGalliumSetIndexBuffer(mux_gallium_context_t context,
                                      mux_gallium_resource_t resource, uint32_t index_size,
                                      uint64_t offset) {
  return context_call("muxGalliumSetIndexBuffer", context, arguments(resource, index_size, offset),
                      [&](Context &on) {
                        if (resource == nullptr) {
                          on.bindings().draw.index_buffer = {};
                          return;
                        }
                        require_valid(index_size == 1 || index_size == 2 || index_size == 4,
                                      "indices have 1, 2 or 4 bytes");
                        require_valid(offset % index_size == 0,
                                      "the offset is not a multiple of an index");
                        on.bindings().draw.index_buffer = {buffer_of(resource), offset, index_size};
                      });
}
