#include "gallium/state/sampler_state.h"

#include <algorithm>

namespace mux::gallium {
namespace {

mux_gallium_sampler_layout_t layout_of(const mux_gallium_sampler_template_t &from) {
  for (const uint32_t wrap : {from.wrap_s, from.wrap_t, from.wrap_r}) {
    require_valid(wrap <= mux_gallium_wrap_mirror_clamp_to_border, "an unknown wrap mode");
  }
  require_valid(from.min_img_filter <= mux_gallium_filter_linear &&
                    from.mag_img_filter <= mux_gallium_filter_linear &&
                    from.min_mip_filter <= mux_gallium_mip_filter_none,
                "an unknown filter");
  require_valid(from.compare_func <= mux_gallium_function_always, "an unknown comparison");
  mux_gallium_sampler_layout_t made{};
  made.wrap_s = from.wrap_s;
  made.wrap_t = from.wrap_t;
  made.wrap_r = from.wrap_r;
  made.min_img_filter = from.min_img_filter;
  made.min_mip_filter = from.min_mip_filter;
  made.mag_img_filter = from.mag_img_filter;
  made.compare_mode = from.compare_mode ? 1 : 0;
  made.compare_func = from.compare_func;
  made.seamless_cube_map = from.seamless_cube_map ? 1 : 0;
  made.max_anisotropy = from.max_anisotropy;
  made.unnormalized_coords = from.unnormalized_coords ? 1 : 0;
  made.lod_bias = from.lod_bias;
  made.min_lod = from.min_lod;
  made.max_lod = from.max_lod;
  std::copy_n(from.border_color.u, 4, made.border_color);
  return made;
}

}  // namespace

SamplerState::SamplerState(const void *context, const mux_gallium_sampler_template_t &description)
    : OfContext(context), layout_(layout_of(description)) {}

}  // namespace mux::gallium
