#include "gallium/resource/layout.h"

#include <algorithm>
#include <bit>

#include "gallium/screen/capabilities.h"
#include "gallium/support/failure.h"

namespace mux::gallium {
namespace {

/// What a target has, and its limits.
struct TargetShape {
  bool has_height;
  bool has_depth;
  bool has_layers;
  bool is_cube;
  bool has_levels;
};

TargetShape shape_of(uint32_t target) {
  switch (target) {
    case mux_gallium_target_texture_1d:
      return {false, false, false, false, true};
    case mux_gallium_target_texture_2d:
      return {true, false, false, false, true};
    case mux_gallium_target_texture_3d:
      return {true, true, false, false, true};
    case mux_gallium_target_texture_cube:
      return {true, false, true, true, true};
    case mux_gallium_target_texture_rect:
      return {true, false, false, false, false};
    case mux_gallium_target_texture_1d_array:
      return {false, false, true, false, true};
    case mux_gallium_target_texture_2d_array:
      return {true, false, true, false, true};
    case mux_gallium_target_texture_cube_array:
      return {true, false, true, true, true};
    default:
      return {false, false, false, false, false};
  }
}

void fill_in_defaults(ResourceTemplate &made) {
  made.height = std::max(made.height, 1U);
  made.depth = std::max(made.depth, 1U);
  made.samples = std::max(made.samples, 1U);
  const bool is_cube = made.target == mux_gallium_target_texture_cube;
  made.array_size = made.array_size != 0 ? made.array_size : is_cube ? 6 : 1;
  if (made.target == mux_gallium_target_buffer) {
    made.format = mux_gallium_format_r8_unorm;
  }
}

void check_extents(const mux_gallium_screen_info_t &info, const ResourceTemplate &made) {
  const TargetShape shape = shape_of(made.target);
  require_valid(made.width != 0, "the width is 0");
  require_valid(shape.has_height || made.height == 1, "the target has no height");
  require_valid(shape.has_depth || made.depth == 1, "the target has no depth");
  require_valid(shape.has_layers || made.array_size == 1, "the target has no layers");
  require_valid(shape.has_levels || made.last_level == 0, "the target has no levels");
  if (made.target == mux_gallium_target_buffer) {
    return;
  }
  const uint32_t limit = shape.has_depth ? info.max_texture_3d_size
                         : shape.is_cube ? info.max_texture_cube_size
                                         : info.max_texture_2d_size;
  require_valid(made.width <= limit && made.height <= limit && made.depth <= limit,
                "an extent is beyond the limit of the target");
  require_valid(made.array_size <= info.max_texture_array_layers, "too many layers");
  require_valid(!shape.is_cube || (made.width == made.height && made.array_size % 6 == 0),
                "a cube needs square faces, and six of them");
  require_valid(made.target != mux_gallium_target_texture_cube || made.array_size == 6,
                "a cube has six faces");
  const uint32_t longest = std::max({made.width, made.height, made.depth});
  require_valid(made.last_level < static_cast<uint32_t>(std::bit_width(longest)),
                "more levels than the extents have");
}

void check_flags(const ResourceTemplate &made) {
  constexpr uint32_t known = mux_gallium_resource_flag_map_persistent |
                             mux_gallium_resource_flag_map_coherent |
                             mux_gallium_resource_flag_sparse;
  require_valid((made.flags & ~known) == 0, "an unknown flag");
  require_valid(made.usage <= mux_gallium_usage_staging, "an unknown usage");
  require((made.flags & mux_gallium_resource_flag_sparse) == 0 ||
              made.target == mux_gallium_target_buffer,
          mux_error_feature_unsupported, "sparse textures are not supported");
}

void check_samples(const ResourceTemplate &made) {
  require_valid(made.samples == 1 || ((made.target == mux_gallium_target_texture_2d ||
                                       made.target == mux_gallium_target_texture_2d_array) &&
                                      made.last_level == 0),
                "several samples are for 2D textures and arrays of them with one level");
}

}  // namespace

ResourceTemplate checked_template(const mux_gallium_screen_info_t &info,
                                  const ResourceTemplate &description) {
  require_valid(description.target < mux_gallium_target_count, "an unknown target");
  ResourceTemplate made = description;
  fill_in_defaults(made);
  checked_format(made.format);
  check_flags(made);
  check_extents(info, made);
  check_samples(made);
  // What a buffer is read as is up to its views.
  const uint32_t bindings = made.target == mux_gallium_target_buffer ? 0 : made.bind;
  require(is_supported(info, {made.format, made.target, made.samples, bindings}),
          mux_error_feature_unsupported, "the format is not supported for the target and bindings");
  return made;
}

Layout::Layout(const ResourceTemplate &description, uint64_t max_size)
    : format_(&checked_format(description.format)),
      level_count_(description.last_level + 1),
      samples_(description.samples) {
  for (uint32_t level = 0; level < level_count_; ++level) {
    LevelLayout &layout = levels_.at(level);
    layout.width = std::max(description.width >> level, 1U);
    layout.height = std::max(description.height >> level, 1U);
    layout.layers = std::max(description.depth >> level, 1U) * description.array_size;
    layout.offset = size_;
    layout.stride = blocks_of(layout.width, format_->block_width) * format_->block_bytes;
    layout.layer_stride = layout.stride * blocks_of(layout.height, format_->block_height);
    layout.size = layout.layer_stride * layout.layers * samples_;
    size_ += layout.size;
  }
  require_valid(size_ <= max_size, "the resource is too large");
}

const LevelLayout &Layout::level(uint32_t level) const {
  require_valid(level < level_count_, "there is no such level");
  return levels_.at(level);
}

void Layout::check_inside(uint32_t level, const Box &box) const {
  const LevelLayout &of = this->level(level);
  const auto is_inside = [](int32_t begin, int32_t extent, uint32_t end) {
    return begin >= 0 && extent > 0 && int64_t{begin} + extent <= int64_t{end};
  };
  require_valid(is_inside(box.x, box.width, of.width) && is_inside(box.y, box.height, of.height) &&
                    is_inside(box.z, box.depth, of.layers),
                "the box is empty or outside of the level");
}

BlockBox Layout::blocks(uint32_t level, const Box &box) const {
  check_inside(level, box);
  const LevelLayout &of = this->level(level);
  const auto is_whole = [](int32_t begin, int32_t extent, uint32_t end, uint32_t block) {
    const auto first = static_cast<uint32_t>(begin);
    const uint32_t last = first + static_cast<uint32_t>(extent);
    return first % block == 0 && (last % block == 0 || last == end);
  };
  require_valid(is_whole(box.x, box.width, of.width, format_->block_width) &&
                    is_whole(box.y, box.height, of.height, format_->block_height),
                "the box does not consist of whole blocks of the format");
  const auto slice = static_cast<uint64_t>(box.z) * samples_;
  const auto row = static_cast<uint64_t>(box.y) / format_->block_height;
  const auto column = static_cast<uint64_t>(box.x) / format_->block_width;
  BlockBox made{};
  made.offset =
      of.offset + slice * of.layer_stride + row * of.stride + column * format_->block_bytes;
  made.row_bytes =
      blocks_of(static_cast<uint64_t>(box.width), format_->block_width) * format_->block_bytes;
  made.rows = blocks_of(static_cast<uint64_t>(box.height), format_->block_height);
  made.slices = static_cast<uint64_t>(box.depth) * samples_;
  made.stride = of.stride;
  made.layer_stride = of.layer_stride;
  return made;
}

}  // namespace mux::gallium
