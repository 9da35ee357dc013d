#include "gallium/state/view.h"

#include <algorithm>

#include "gallium/screen/capabilities.h"
#include "gallium/state/image_encoding.h"

namespace mux::gallium {
namespace {

/// Levels and layers of a texture.
struct Part {
  uint32_t first_level;
  uint32_t last_level;
  uint32_t first_layer;
  uint32_t last_layer;
};

void check_part(const Resource &resource, const Part &part) {
  const ResourceTemplate &of = resource.description();
  require_valid(part.first_level <= part.last_level && part.last_level <= of.last_level,
                "the levels are not in the texture");
  const uint32_t layers = resource.layout().level(part.first_level).layers;
  require_valid(part.first_layer <= part.last_layer && part.last_layer < layers,
                "the layers are not in the texture");
}

/// Describes levels and layers of a texture. A view of a 3D texture as such has all slices of each
/// level.
ViewRange range_of_texture(const Resource &resource, const Part &part, uint32_t target) {
  const Layout &layout = resource.layout();
  const bool all_slices = target == mux_gallium_target_texture_3d;
  ViewRange range;
  range.offset = layout.level(part.first_level).offset;
  range.layout.level_count = part.last_level - part.first_level + 1;
  for (uint32_t index = 0; index < range.layout.level_count; ++index) {
    const LevelLayout &from = layout.level(part.first_level + index);
    mux_gallium_view_level_t &to = range.layout.levels[index];
    const uint64_t first_slice = uint64_t{part.first_layer} * layout.samples();
    to.offset = from.offset - range.offset + first_slice * from.layer_stride;
    to.stride = from.stride;
    to.layer_stride = from.layer_stride;
    to.width = from.width;
    to.height = from.height;
    to.depth = all_slices ? from.layers - part.first_layer : part.last_layer - part.first_layer + 1;
    range.layout.size = from.offset + from.size - range.offset;
  }
  return range;
}

/// Describes bytes of a buffer as texels of a format.
ViewRange range_of_buffer(const Resource &resource, uint64_t offset, uint64_t size,
                          const FormatInfo &format) {
  require_valid(offset % buffer_offset_alignment == 0, "the offset is not aligned");
  require_valid(offset <= resource.size(), "the offset is beyond the buffer");
  ViewRange range;
  range.offset = offset;
  const uint64_t available = std::min(size, resource.size() - offset);
  const uint64_t texels =
      std::min<uint64_t>(available / format.block_bytes, max_texel_buffer_elements);
  range.layout.size = texels * format.block_bytes;
  range.layout.level_count = 1;
  mux_gallium_view_level_t &level = range.layout.levels[0];
  level.width = static_cast<uint32_t>(texels);
  level.height = 1;
  level.depth = 1;
  level.stride = range.layout.size;
  level.layer_stride = range.layout.size;
  return range;
}

/// A byte for each channel, red's first.
uint32_t packed(const uint8_t (&values)[4]) {
  return values[0] | values[1] << 8U | values[2] << 16U | static_cast<uint32_t>(values[3]) << 24U;
}

/// A depth is sampled where there are both: another view samples the stencil.
uint32_t flags_of(const FormatInfo &format) {
  const auto flag = [](bool is_set, mux_gallium_view_flag_e value) {
    return is_set ? static_cast<uint32_t>(value) : 0U;
  };
  return flag(format.is_srgb, mux_gallium_view_flag_srgb) |
         flag(format.has_depth, mux_gallium_view_flag_depth) |
         flag(format.has_stencil && !format.has_depth, mux_gallium_view_flag_stencil) |
         flag(is_integer(format) && !format.has_depth, mux_gallium_view_flag_integer) |
         flag(!is_renderable(format), mux_gallium_view_flag_opaque);
}

/// Fills in what is the same for every view.
void complete_layout(ViewRange &range, const Resource &resource, uint32_t target, uint32_t number,
                     const FormatInfo &format) {
  range.layout.target = target;
  range.layout.format = number;
  range.layout.block_bytes = format.block_bytes;
  range.layout.samples = resource.layout().samples();
  range.layout.channel_types = packed(format.channel_types);
  range.layout.channel_offsets = packed(format.channel_offsets);
  range.layout.channel_bits = packed(format.channel_bits);
  range.layout.channel_missing = packed(format.channel_defaults);
  range.layout.flags = flags_of(format);
}

bool is_cube(uint32_t target) {
  return target == mux_gallium_target_texture_cube ||
         target == mux_gallium_target_texture_cube_array;
}

/// Whether a texture may be viewed as another target: the number of dimensions stays.
bool fits(uint32_t of_texture, uint32_t of_view) {
  const auto is_1d = [](uint32_t target) {
    return target == mux_gallium_target_texture_1d || target == mux_gallium_target_texture_1d_array;
  };
  const auto is_3d = [](uint32_t target) { return target == mux_gallium_target_texture_3d; };
  const auto is_2d = [&](uint32_t target) {
    return !is_1d(target) && !is_3d(target) && target != mux_gallium_target_buffer;
  };
  // A slice of a 3D texture may be viewed as 2D.
  return of_texture == of_view || (is_1d(of_texture) && is_1d(of_view)) ||
         (is_2d(of_texture) && is_2d(of_view)) ||
         (is_3d(of_texture) && (of_view == mux_gallium_target_texture_2d ||
                                of_view == mux_gallium_target_texture_2d_array));
}

void check_layers(uint32_t target, uint32_t layers) {
  const bool is_single = target == mux_gallium_target_texture_1d ||
                         target == mux_gallium_target_texture_2d ||
                         target == mux_gallium_target_texture_rect;
  require_valid(!is_single || layers == 1, "the target of the view has one layer");
  require_valid(!is_cube(target) || layers % 6 == 0, "a cube needs six layers");
  require_valid(target != mux_gallium_target_texture_cube || layers == 6, "a cube has six layers");
}

ViewRange sampled_texture(const Resource &resource,
                          const mux_gallium_sampler_view_template_t &from) {
  const Part part = {from.first_level, from.last_level, from.first_layer, from.last_layer};
  check_part(resource, part);
  require_valid(
      from.target < mux_gallium_target_count && fits(resource.description().target, from.target),
      "the target does not fit the texture's");
  if (from.target != mux_gallium_target_texture_3d) {
    check_layers(from.target, from.last_layer - from.first_layer + 1);
  }
  require_valid(can_cast(resource.format(), checked_format(from.format)),
                "the format is not compatible with the texture's");
  return range_of_texture(resource, part, from.target);
}

ViewRange range_of_view(const Resource &resource, const mux_gallium_sampler_view_template_t &from) {
  const FormatInfo &format = checked_format(from.format);
  for (const uint32_t swizzle : {from.swizzle_r, from.swizzle_g, from.swizzle_b, from.swizzle_a}) {
    require_valid(swizzle <= mux_gallium_swizzle_one, "an unknown swizzle");
  }
  ViewRange range;
  if (resource.is_buffer()) {
    require_valid(from.target == mux_gallium_target_buffer, "the target of a buffer is a buffer");
    require_valid(is_renderable(format), "a buffer has no texels of this format");
    range = range_of_buffer(resource, from.offset, from.size, format);
  } else {
    range = sampled_texture(resource, from);
  }
  complete_layout(range, resource, from.target, from.format, format);
  const uint32_t swizzle[] = {from.swizzle_r, from.swizzle_g, from.swizzle_b, from.swizzle_a};
  std::ranges::copy(swizzle, range.layout.swizzle);
  return range;
}

/// The format of the decoded texels: bytes where the blocks have colors of about as many bits.
uint32_t decoded_format(uint32_t format, const FormatInfo &info) {
  switch (format) {
    case mux_gallium_format_dxt1_rgb:
    case mux_gallium_format_dxt1_rgba:
    case mux_gallium_format_dxt3_rgba:
    case mux_gallium_format_dxt5_rgba:
    case mux_gallium_format_etc1_rgb8:
    case mux_gallium_format_etc2_rgb8:
    case mux_gallium_format_etc2_rgb8a1:
    case mux_gallium_format_etc2_rgba8:
    case mux_gallium_format_bptc_rgba_unorm:
      return mux_gallium_format_r8g8b8a8_unorm;
    default:
      return info.is_srgb ? mux_gallium_format_r8g8b8a8_srgb
                          : mux_gallium_format_r32g32b32a32_float;
  }
}

std::unique_ptr<DecodedView> make_decoded(const Resource &resource,
                                          const mux_gallium_sampler_view_template_t &description) {
  if (!is_decodable(description.format)) {
    return nullptr;
  }
  mux_gallium_sampler_view_template_t of_decoded = description;
  of_decoded.format = decoded_format(description.format, checked_format(description.format));
  ResourceTemplate texture = resource.description();
  texture.format = of_decoded.format;
  texture.bind = mux_gallium_bind_sampler_view;
  texture.flags = 0;
  auto made = std::make_unique<DecodedView>();
  made->resource = make_ref<Resource>(resource.screen(), texture);
  made->range = range_of_view(*made->resource, of_decoded);
  return made;
}

}  // namespace

SamplerView::SamplerView(const void *context, Resource &resource,
                         const mux_gallium_sampler_view_template_t &description)
    : OfContext(context),
      resource_(resource),
      description_(description),
      range_(range_of_view(resource, description)),
      decoded_(make_decoded(resource, description)) {}

ImageView::ImageView(Resource &resource, const mux_gallium_image_view_t &description)
    : resource_(resource) {
  const FormatInfo &format = checked_format(description.format);
  constexpr uint32_t known = mux_gallium_image_access_read | mux_gallium_image_access_write;
  require_valid((description.access & ~known) == 0, "an unknown access to an image");
  ViewRange range;
  if (resource.is_buffer()) {
    require_valid(is_renderable(format), "a buffer has no texels of this format");
    range = range_of_buffer(resource, description.offset, description.size, format);
  } else {
    require_valid(format.block_bytes == resource.format().block_bytes && is_renderable(format),
                  "the format has blocks of another size than the texture's");
    const Part part = {description.level, description.level, description.first_layer,
                       description.last_layer};
    check_part(resource, part);
    // The slices of a 3D texture count as layers.
    range = range_of_texture(resource, part, mux_gallium_target_texture_2d_array);
  }
  const mux_gallium_view_level_t &level = range.layout.levels[0];
  const uint32_t samples = resource.layout().samples();
  offset_ = range.offset + level.offset;
  layout_ = {level.width,
             level.height,
             level.depth,
             samples,
             static_cast<uint32_t>(level.stride),
             image_encoding(format),
             format.block_bytes,
             0,
             level.layer_stride * samples,
             level.layer_stride};
}

}  // namespace mux::gallium
