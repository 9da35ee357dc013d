#include "gallium/state/texture_code.h"

#include <limits>
#include <span>

namespace mux::gallium {
namespace {

constexpr uint32_t nothing = mux_gallium_view_flag_opaque << 8 | mux_gallium_view_code_given;

/// Whether the offsets of all texels in their level are below 2^31.
bool is_small(const mux_gallium_view_layout_t &layout) noexcept {
  for (const mux_gallium_view_level_t &level : std::span(layout.levels).first(layout.level_count)) {
    const uint64_t slices = uint64_t{level.depth} * layout.samples;
    if (slices != 0 && level.layer_stride > std::numeric_limits<int32_t>::max() / slices) {
      return false;
    }
  }
  return true;
}

}  // namespace

ViewCode view_code(const SamplerView *view) noexcept {
  if (view == nullptr) {
    return {0, 0, 0, nothing};
  }
  const mux_gallium_view_layout_t &layout = view->sampled_range().layout;
  constexpr uint32_t opaque = mux_gallium_view_flag_opaque;
  if (layout.level_count == 0 || (layout.flags & opaque) != 0) {
    return {0, 0, 0, nothing};
  }
  uint32_t number = layout.block_bytes | layout.flags << 8 | mux_gallium_view_code_given;
  number |= is_small(layout) ? uint32_t{mux_gallium_view_code_small} : 0;
  for (uint32_t channel = 0; channel < 4; ++channel) {
    number |= (layout.channel_missing >> 8 * channel & 1) << (16 + channel);
    number |= layout.swizzle[channel] << (20 + 3 * channel);
  }
  return {layout.channel_types, layout.channel_offsets, layout.channel_bits, number};
}

uint32_t sampler_code(const SamplerState *sampler, const SamplerView *view) noexcept {
  constexpr uint32_t given = mux_gallium_sampler_code_given;
  if (sampler == nullptr || view == nullptr || view->resource().is_buffer()) {
    return given;
  }
  const mux_gallium_sampler_layout_t &from = sampler->layout();
  const bool has_levels = view->range().layout.level_count > 1;
  const uint32_t mip_filter =
      has_levels ? from.min_mip_filter : uint32_t{mux_gallium_mip_filter_none};
  const uint32_t function = from.compare_mode != 0 ? from.compare_func : 0;
  return given | mux_gallium_sampler_code_bound | from.wrap_s | from.wrap_t << 3 |
         from.wrap_r << 6 | from.min_img_filter << 9 | from.mag_img_filter << 10 |
         mip_filter << 11 | from.compare_mode << 13 | function << 14 |
         from.seamless_cube_map << 17 | from.unnormalized_coords << 18;
}

}  // namespace mux::gallium
