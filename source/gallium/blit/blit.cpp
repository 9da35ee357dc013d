#include "gallium/blit/blit.h"

#include <algorithm>

#include "gallium/blit/decompress.h"
#include "gallium/blit/descriptors.h"
#include "gallium/kernels/abi.h"
#include "gallium/kernels/library.h"
#include "gallium/transfer/copy.h"

namespace mux::gallium {
namespace {

/// A side of a blit, checked.
struct Side {
  Resource &resource;
  const FormatInfo &format;
  const LevelLayout &level;
  Box box;
};

/// The box of positive extents that a box covers.
Box upright(const Box &box) {
  const auto begin = [](int32_t start, int32_t extent) {
    return extent < 0 ? start + extent : start;
  };
  return {begin(box.x, box.width), begin(box.y, box.height), begin(box.z, box.depth),
          std::abs(box.width),     std::abs(box.height),     std::abs(box.depth)};
}

Side checked_side(const mux_gallium_blit_side_t &from) {
  Resource &resource = checked<Resource>(from.resource);
  require_valid(!resource.is_buffer(), "a buffer cannot be blitted");
  const FormatInfo &format = checked_format(from.format);
  require_valid(format.block_bytes == resource.format().block_bytes,
                "a format has blocks of another size than the resource's");
  require(format.is_compressed == resource.format().is_compressed, mux_error_feature_unsupported,
          "blocks of a compressed texture cannot be blitted as texels");
  constexpr int32_t most = 1 << 20;
  for (const int32_t number :
       {from.box.x, from.box.y, from.box.z, from.box.width, from.box.height, from.box.depth}) {
    require_valid(number > -most && number < most, "a box is outside of its level");
  }
  resource.layout().check_inside(from.level, upright(from.box));
  return {resource, format, resource.layout().level(from.level), from.box};
}

void check_mask(const mux_gallium_blit_info_t &info, const Side &source, const Side &destination) {
  constexpr uint32_t depth_bits = mux_gallium_blit_depth | mux_gallium_blit_stencil;
  require_valid(info.mask != 0 && (info.mask & ~(mux_gallium_blit_rgba | depth_bits)) == 0,
                "the mask is 0 or has an unknown bit");
  const bool of_color = (info.mask & mux_gallium_blit_rgba) != 0;
  require_valid(!of_color || (info.mask & depth_bits) == 0,
                "color and depth or stencil cannot be blitted at once");
  for (const Side *side : {&source, &destination}) {
    const FormatInfo &format = side->format;
    require_valid(of_color
                      ? !is_depth_stencil(format)
                      : ((info.mask & mux_gallium_blit_depth) == 0 || format.has_depth) &&
                            ((info.mask & mux_gallium_blit_stencil) == 0 || format.has_stencil),
                  "the mask does not fit the formats");
  }
}

void check_rest(const mux_gallium_blit_info_t &info, const Side &source, const Side &destination) {
  require_valid(info.filter <= mux_gallium_filter_linear, "an unknown filter");
  require_valid(info.window_rectangle_count <= MUX_GALLIUM_MAX_WINDOW_RECTANGLES,
                "too many rectangles");
  const uint32_t from = source.resource.layout().samples();
  const uint32_t to = destination.resource.layout().samples();
  require_valid(from == to || from == 1 || to == 1, "the numbers of samples do not fit");
}

/// Turns both boxes so that the destination's extents are positive.
void turn(int32_t &destination, int32_t &destination_extent, int32_t &source,
          int32_t &source_extent) {
  if (destination_extent < 0) {
    destination += destination_extent;
    destination_extent = -destination_extent;
    source += source_extent;
    source_extent = -source_extent;
  }
}

void turn(Box &to, Box &from) {
  turn(to.x, to.width, from.x, from.width);
  turn(to.y, to.height, from.y, from.height);
  turn(to.z, to.depth, from.z, from.depth);
}

bool has_same_extents(const Box &one, const Box &other) {
  return one.width == other.width && one.height == other.height && one.depth == other.depth;
}

/// Whether bytes can be copied: same formats and extents, everything is written.
bool is_copy(const mux_gallium_blit_info_t &info, const Side &source, const Side &destination) {
  return &source.format == &destination.format && info.mask == whole_mask(source.format) &&
         !info.scissor_enable && info.window_rectangle_count == 0 && !info.alpha_blend &&
         has_same_extents(source.box, destination.box) &&
         source.resource.layout().samples() == destination.resource.layout().samples();
}

void record_copy_of(Context &context, const mux_gallium_blit_info_t &info, const Side &source,
                    const Side &destination) {
  const BlockBox read = source.resource.layout().blocks(info.source.level, source.box);
  const BlockBox written =
      destination.resource.layout().blocks(info.destination.level, destination.box);
  copy_box(context, source.resource, read, destination.resource, written);
}

BlitJobSide job_side(const Side &side) {
  BlitJobSide made{};
  made.offset = side.level.offset;
  made.stride = side.level.stride;
  made.layer_stride = side.level.layer_stride;
  made.width = static_cast<int32_t>(side.level.width);
  made.height = static_cast<int32_t>(side.level.height);
  made.layers = static_cast<int32_t>(side.level.layers);
  made.samples = static_cast<int32_t>(side.resource.layout().samples());
  made.format = pixel_format(side.format);
  return made;
}

void set_axis(BlitJob &job, int axis, int32_t to, int32_t to_extent, int32_t from,
              int32_t from_extent) {
  const double scale = static_cast<double>(from_extent) / to_extent;
  job.scale[axis] = static_cast<float>(scale);
  // Of the center of texel 0.
  job.origin[axis] = static_cast<float>(from + (0.5 - to) * scale);
  job.first[axis] = to;
}

void set_rectangles(BlitJob &job, const mux_gallium_blit_info_t &info) {
  constexpr int32_t everything[] = {0, 0, INT32_MAX, INT32_MAX};
  const auto copy = [](const mux_gallium_rectangle_t &from, int32_t *to) {
    to[0] = from.min_x;
    to[1] = from.min_y;
    to[2] = from.max_x;
    to[3] = from.max_y;
  };
  std::ranges::copy(everything, job.scissor);
  if (info.scissor_enable) {
    copy(info.scissor, job.scissor);
  }
  job.rectangle_count = info.window_rectangle_count;
  job.rectangles_include = info.window_rectangle_include ? 1 : 0;
  for (uint32_t index = 0; index < info.window_rectangle_count; ++index) {
    copy(info.window_rectangles[index], job.rectangles[index]);
  }
}

/// What a blit reads: a part of the source, or what was decoded of it.
struct Texels {
  BlitJobSide side;
  Box box;
  /// Of decoded texels.
  Ref<Storage> decoded;
};

/// Decoded texels as a side whose only level is the part that was decoded.
Texels decode(Context &context, const mux_gallium_blit_info_t &info, const Side &source) {
  const DecodedBox decoded = decompress(context, source.resource, info.source.format,
                                        info.source.level, upright(source.box));
  const Box &part = decoded.box;
  BlitJobSide side{};
  side.format = pixel_format(checked_format(mux_gallium_format_r32g32b32a32_float));
  side.format.is_srgb = source.format.is_srgb ? 1 : 0;
  side.width = part.width;
  side.height = part.height;
  side.layers = part.depth;
  side.samples = 1;
  side.stride = static_cast<uint64_t>(part.width) * side.format.block_bytes;
  side.layer_stride = side.stride * static_cast<uint64_t>(part.height);
  Box box = source.box;
  box.x -= part.x;
  box.y -= part.y;
  box.z -= part.z;
  return {side, box, decoded.texels};
}

Texels texels_of(Context &context, const mux_gallium_blit_info_t &info, const Side &source) {
  return source.format.is_compressed ? decode(context, info, source)
                                     : Texels{job_side(source), source.box, {}};
}

BlitJob job_of(const mux_gallium_blit_info_t &info, const Side &source, const Texels &texels,
               const Side &destination) {
  BlitJob job{};
  job.source = texels.side;
  job.destination = job_side(destination);
  const Box &to = destination.box;
  const Box &from = texels.box;
  set_axis(job, 0, to.x, to.width, from.x, from.width);
  set_axis(job, 1, to.y, to.height, from.y, from.height);
  set_axis(job, 2, to.z, to.depth, from.z, from.depth);
  set_rectangles(job, info);
  const bool of_color = (info.mask & mux_gallium_blit_rgba) != 0;
  // Depth and stencil are the first two channels.
  job.mask = of_color ? info.mask : info.mask / mux_gallium_blit_depth;
  const bool filters = info.filter == mux_gallium_filter_linear && !is_integer(source.format);
  const bool is_3d = source.resource.description().target == mux_gallium_target_texture_3d;
  job.is_linear = filters ? 1 : 0;
  job.is_linear_in_z = filters && is_3d && from.depth != to.depth ? 1 : 0;
  job.is_averaged = of_color && !is_integer(source.format) && job.source.samples > 1 &&
                            job.destination.samples == 1
                        ? 1
                        : 0;
  job.is_blended = info.alpha_blend ? 1 : 0;
  return job;
}

void record_blit(Context &context, const mux_gallium_blit_info_t &info, const Side &source,
                 const Side &destination) {
  KernelLibrary &library = KernelLibrary::with(context.screen(), KernelName::blit);
  const Texels texels = texels_of(context, info, source);
  const BlitJob made = job_of(info, source, texels, destination);
  const Ref<Blob> job = make_ref<Blob>(&made, sizeof made);
  std::vector<Use> uses;
  uses.emplace_back(destination.resource, Access{.reads = true, .writes = true});
  if (!texels.decoded) {
    uses.emplace_back(source.resource, Access{.reads = true, .writes = false});
  }
  const Storage &read = texels.decoded ? *texels.decoded : *uses.back().storage;
  mux_descriptor_info_t arguments[] = {buffer_argument(read.buffer()),
                                       buffer_argument(uses.front().storage->buffer()),
                                       memory_argument(*job)};
  const auto extent = [](int32_t pixels) { return static_cast<size_t>(pixels); };
  context.record(uses, [&](Recording &recording) {
    recording.keep(*job);
    if (texels.decoded) {
      recording.keep(*texels.decoded);
    }
    return library.record(recording, KernelName::blit, arguments,
                          {extent(destination.box.width), extent(destination.box.height),
                           extent(destination.box.depth)});
  });
}

}  // namespace

uint32_t whole_mask(const FormatInfo &format) {
  const uint32_t mask = (format.has_depth ? uint32_t{mux_gallium_blit_depth} : 0U) |
                        (format.has_stencil ? uint32_t{mux_gallium_blit_stencil} : 0U);
  return mask != 0 ? mask : uint32_t{mux_gallium_blit_rgba};
}

bool can_filter(const FormatInfo &format) {
  return is_renderable(format) && !is_integer(format);
}

void blit(Context &context, const mux_gallium_blit_info_t &info) {
  Side destination = checked_side(info.destination);
  Side source = checked_side(info.source);
  check_mask(info, source, destination);
  check_rest(info, source, destination);
  turn(destination.box, source.box);
  if (is_copy(info, source, destination)) {
    return record_copy_of(context, info, source, destination);
  }
  require(is_renderable(destination.format), mux_error_feature_unsupported,
          "the texels of the destination's format cannot be written one by one");
  require(is_renderable(source.format) || is_decodable(info.source.format),
          mux_error_feature_unsupported,
          "the texels of the source's format cannot be read one by one");
  record_blit(context, info, source, destination);
}

}  // namespace mux::gallium
