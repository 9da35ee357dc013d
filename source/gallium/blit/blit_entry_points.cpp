// Entry points of blits and mipmaps.

#include <algorithm>

#include "gallium/blit/blit.h"
#include "gallium/context/call.h"

using namespace mux::gallium;

mux_result_t muxGalliumBlit(mux_gallium_context_t context, const mux_gallium_blit_info_t *info) {
  return context_call("muxGalliumBlit", context, arguments(info), [&](Context &on) {
    require_valid(info != nullptr, "the blit is NULL");
    if (!info->render_condition_enable || !on.is_skipped()) {
      blit(on, *info);
    }
  });
}

namespace {

/// A layer of level 0 as a side of a blit.
mux_gallium_blit_side_t layer_of(mux_gallium_resource_t handle, uint32_t layer) {
  const ResourceTemplate &of = checked<Resource>(handle).description();
  return {handle,
          0,
          of.format,
          {0, 0, static_cast<int32_t>(layer), static_cast<int32_t>(of.width),
           static_cast<int32_t>(of.height), 1}};
}

}  // namespace

mux_result_t muxGalliumResourceResolve(mux_gallium_context_t context,
                                       mux_gallium_resource_t destination,
                                       uint32_t destination_layer, mux_gallium_resource_t source,
                                       uint32_t source_layer) {
  return context_call("muxGalliumResourceResolve", context,
                      arguments(destination, destination_layer, source, source_layer),
                      [&](Context &on) {
                        const Resource &to = checked<Resource>(destination);
                        const Resource &from = checked<Resource>(source);
                        require_valid(destination_layer <= INT32_MAX && source_layer <= INT32_MAX,
                                      "there is no such layer");
                        require_valid(from.is_multisampled() && !to.is_multisampled(),
                                      "a resolve is from several samples to one");
                        const ResourceTemplate &one = to.description();
                        const ResourceTemplate &other = from.description();
                        require_valid(one.format == other.format && one.width == other.width &&
                                          one.height == other.height,
                                      "the formats or sizes differ");
                        mux_gallium_blit_info_t info{};
                        info.destination = layer_of(destination, destination_layer);
                        info.source = layer_of(source, source_layer);
                        info.mask = whole_mask(from.format());
                        blit(on, info);
                      });
}

namespace {

struct MipmapRange {
  uint32_t base_level;
  uint32_t last_level;
  uint32_t first_layer;
  uint32_t last_layer;
};

void check_range(const Resource &of, const MipmapRange &range) {
  const ResourceTemplate &description = of.description();
  require_valid(range.base_level <= range.last_level && range.last_level <= description.last_level,
                "the levels are not in the texture");
  require_valid(range.first_layer <= range.last_layer && range.last_layer < description.array_size,
                "the layers are not in the texture");
}

/// The part of a level that is read or written: all slices of a 3D texture.
mux_gallium_blit_side_t side_of(Resource &of, uint32_t format, uint32_t level,
                                const MipmapRange &range) {
  const LevelLayout &layout = of.layout().level(level);
  const bool is_3d = of.description().target == mux_gallium_target_texture_3d;
  const uint32_t first = is_3d ? 0 : range.first_layer;
  const uint32_t count = is_3d ? layout.layers : range.last_layer - range.first_layer + 1;
  return {&of,
          level,
          format,
          {0, 0, static_cast<int32_t>(first), static_cast<int32_t>(layout.width),
           static_cast<int32_t>(layout.height), static_cast<int32_t>(count)}};
}

/// Computes each level from the one before.
void generate(Context &on, Resource &of, uint32_t format, const MipmapRange &range) {
  for (uint32_t level = range.base_level + 1; level <= range.last_level; ++level) {
    mux_gallium_blit_info_t info{};
    info.source = side_of(of, format, level - 1, range);
    info.destination = side_of(of, format, level, range);
    info.mask = whole_mask(checked_format(format));
    info.filter = mux_gallium_filter_linear;
    blit(on, info);
  }
}

}  // namespace

mux_result_t muxGalliumGenerateMipmap(mux_gallium_context_t context,
                                      mux_gallium_resource_t resource, uint32_t format,
                                      uint32_t base_level, uint32_t last_level,
                                      uint32_t first_layer, uint32_t last_layer,
                                      bool *out_generated) {
  return context_call(
      "muxGalliumGenerateMipmap", context,
      arguments(resource, format, base_level, last_level, first_layer, last_layer, out_generated),
      [&](Context &on) {
        Resource &of = checked<Resource>(resource);
        const FormatInfo &info = checked_format(format);
        const MipmapRange range = {base_level, last_level, first_layer, last_layer};
        check_range(of, range);
        require_valid(of.is_buffer() || info.block_bytes == of.format().block_bytes,
                      "the format has blocks of another size than the texture's");
        require_out(out_generated, "out_generated is NULL");
        const bool can = !of.is_buffer() && !of.is_multisampled() && !of.format().is_compressed &&
                         can_filter(info);
        if (can) {
          generate(on, of, format, range);
        }
        *out_generated = can;
      });
}
