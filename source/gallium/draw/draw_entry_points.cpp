// The entry point of draws.

#include <cstring>

#include "gallium/context/call.h"
#include "gallium/draw/prepare/prepare.h"
#include "gallium/draw/prepare/primitives.h"
#include "gallium/draw/prepare/restart.h"
#include "gallium/draw/prepare/stream_output.h"

using namespace mux::gallium;

namespace {

void check_draw(Context &on, const mux_gallium_draw_info_t &info) {
  require_valid(info.mode <= mux_gallium_primitive_patches, "an unknown mode");
  require(info.mode != mux_gallium_primitive_quads &&
              info.mode != mux_gallium_primitive_quad_strip &&
              info.mode != mux_gallium_primitive_patches,
          mux_error_feature_unsupported, "quads and patches are not supported yet");
  require_valid(
      info.index_size == 0 || info.index_size == 1 || info.index_size == 2 || info.index_size == 4,
      "indices have 1, 2 or 4 bytes");
  const DrawBindings &state = on.bindings().draw;
  require_valid(static_cast<bool>(state.vertex_shader), "there is no vertex shader");
  for (const Ref<Surface> &surface : on.bindings().framebuffer.color) {
    require(!surface || !surface->resource().is_multisampled(), mux_error_feature_unsupported,
            "draws to surfaces of several samples are not supported yet");
  }
}

/// The draw that `info` describes, without what is in an indirect buffer.
DrawRange range_of(Context &on, const mux_gallium_draw_info_t &info) {
  DrawRange range{};
  range.mode = info.mode;
  range.start = info.start;
  range.count = info.count;
  range.start_instance = info.start_instance;
  range.instance_count = info.instance_count;
  range.draw_id = info.draw_id;
  if (info.index_size == 0) {
    return range;
  }
  range.index_bias = info.index_bias;
  range.index_size = info.index_size;
  range.index_offset = info.index_offset;
  if (info.index_resource != nullptr) {
    range.index_resource = &checked<Resource>(info.index_resource);
  } else {
    const IndexBuffer &bound = on.bindings().draw.index_buffer;
    require_valid(static_cast<bool>(bound.resource), "there is no index buffer");
    range.index_resource = bound.resource.get();
    range.index_size = bound.index_size;
    range.index_offset = bound.offset;
  }
  require_valid(range.index_resource->is_buffer(), "the index buffer is not a buffer");
  require_valid(range.index_offset % range.index_size == 0,
                "the offset is not a multiple of an index");
  return range;
}

void draw_range(Context &on, const mux_gallium_draw_info_t &info, DrawRange range) {
  if (range.index_size != 0) {
    // The first index is at the start of the kernel's.
    range.index_offset += uint64_t{range.start} * range.index_size;
    range.start = 0;
    if (info.primitive_restart) {
      range = without_restart(on, range, info.restart_index,
                              on.bindings().draw.rasterizer().flatshade_first);
    }
  }
  if (on.draw_counts().is_enabled) {
    on.draw_counts().primitives +=
        uint64_t{primitives_of(range.mode, range.count)} * range.instance_count;
  }
  std::optional<PreparedDraw> draw = prepare(on, range);
  if (draw) {
    record_draw(on, on.draw_memory(), *draw);
    advance_targets(on, *draw);
  }
}

/// A record of an indirect buffer.
struct IndirectDraw {
  uint32_t count;
  uint32_t instance_count;
  uint32_t start;
  /// With indices the bias, then the first instance; else the first instance alone.
  uint32_t others[2];
};

template <typename T>
T read_from(Context &on, Resource &resource, uint64_t offset, size_t bytes) {
  require_valid(resource.is_buffer() && offset % sizeof(uint32_t) == 0 &&
                    bytes <= resource.size() && offset <= resource.size() - bytes,
                "an indirect range is not aligned or not inside a buffer");
  on.wait_for(resource, {.reads = true, .writes = false});
  T value{};
  std::memcpy(&value, resource.storage()->data() + offset, bytes);
  return value;
}

void draw_indirect(Context &on, const mux_gallium_draw_info_t &info) {
  Resource &from = checked<Resource>(info.indirect);
  uint32_t count = std::max(info.indirect_draw_count, 1U);
  if (info.indirect_count != nullptr) {
    count = std::min(count, read_from<uint32_t>(on, checked<Resource>(info.indirect_count),
                                                info.indirect_count_offset, sizeof(uint32_t)));
  }
  const size_t bytes = (info.index_size != 0 ? 5 : 4) * sizeof(uint32_t);
  for (uint32_t index = 0; index < count; ++index) {
    const auto of = read_from<IndirectDraw>(
        on, from, info.indirect_offset + uint64_t{index} * info.indirect_stride, bytes);
    DrawRange range = range_of(on, info);
    range.count = of.count;
    range.instance_count = of.instance_count;
    range.start = of.start;
    range.index_bias = info.index_size != 0 ? static_cast<int32_t>(of.others[0]) : 0;
    range.start_instance = of.others[info.index_size != 0 ? 1 : 0];
    range.draw_id = info.draw_id + index;
    draw_range(on, info, range);
  }
}

/// As many vertices as were written to a target.
void draw_written(Context &on, const mux_gallium_draw_info_t &info) {
  const auto &target = checked<StreamOutputTarget>(info.count_from_stream_output, &on);
  require_valid(info.index_size == 0 && info.indirect == nullptr,
                "a draw of what was written has neither indices nor an indirect buffer");
  DrawRange range = range_of(on, info);
  range.start = 0;
  range.count = target.vertex_count();
  draw_range(on, info, range);
}

}  // namespace

mux_result_t muxGalliumDrawVbo(mux_gallium_context_t context, const mux_gallium_draw_info_t *info) {
  return context_call("muxGalliumDrawVbo", context, arguments(info), [&](Context &on) {
    require_valid(info != nullptr, "the draw is NULL");
    check_draw(on, *info);
    if (on.is_skipped()) {
      return;
    }
    if (info->count_from_stream_output != nullptr) {
      draw_written(on, *info);
    } else if (info->indirect != nullptr) {
      draw_indirect(on, *info);
    } else {
      draw_range(on, *info, range_of(on, *info));
    }
  });
}
