#include "fixtures.h"

namespace gallium_test::formats {

namespace {

bool supported(mux_gallium_format_e format, mux_gallium_target_e target, uint32_t samples,
               uint32_t bindings) {
  bool answer = false;
  succeed(muxGalliumIsFormatSupported(screen(), format, target, samples, bindings, &answer));
  return answer;
}

}  // namespace

TEST_CASE("get_format_info: channels, blocks and kinds") {
  mux_gallium_format_info_t info{};
  succeed(muxGalliumGetFormatInfo(mux_gallium_format_b5g5r5a1_unorm, &info));
  CHECK(std::string_view(info.name) == "B5G5R5A1_UNORM");
  CHECK(info.block_bytes == 2);
  CHECK(info.channel_offsets[0] == 10);
  CHECK(info.channel_bits[3] == 1);
  succeed(muxGalliumGetFormatInfo(mux_gallium_format_s8_uint_z24_unorm, &info));
  CHECK(info.has_depth);
  CHECK(info.has_stencil);
  CHECK(info.channel_offsets[0] == 8);
  CHECK(info.channel_types[1] == mux_gallium_channel_type_uint);
  succeed(muxGalliumGetFormatInfo(mux_gallium_format_astc_12x10, &info));
  CHECK(info.block_width == 12);
  CHECK(info.block_height == 10);
  CHECK(info.is_compressed);
  succeed(muxGalliumGetFormatInfo(mux_gallium_format_l8_srgb, &info));
  CHECK(info.is_srgb);
  CHECK(info.channel_bits[2] == 8);
  CHECK(info.channel_defaults[3] == 1);
  uint32_t count = 0;
  for (uint32_t number = 0; number < 400; ++number) {
    const mux_result_t result =
        muxGalliumGetFormatInfo(static_cast<mux_gallium_format_e>(number), &info);
    if (result == mux_success) {
      ++count;
      uint32_t most = 0;
      for (int channel = 0; channel < 4; ++channel) {
        most = std::max<uint32_t>(most, info.channel_offsets[channel] + info.channel_bits[channel]);
      }
      CHECK(most <= info.block_bytes * 8);
    }
  }
  CHECK(count == 313);
}

TEST_CASE("is_format_supported: what can be bound") {
  constexpr auto flat = mux_gallium_target_texture_2d;
  constexpr uint32_t render = mux_gallium_bind_render_target;
  constexpr uint32_t depth = mux_gallium_bind_depth_stencil;
  constexpr uint32_t sampled = mux_gallium_bind_sampler_view;
  constexpr auto rgba = mux_gallium_format_r8g8b8a8_unorm;
  CHECK(supported(rgba, flat, 1, render | sampled));
  CHECK(supported(rgba, flat, 4, render));
  CHECK_FALSE(supported(rgba, flat, 3, render));
  CHECK_FALSE(supported(rgba, flat, limits().max_samples * 2, render));
  CHECK_FALSE(supported(rgba, mux_gallium_target_texture_3d, 4, render));
  CHECK_FALSE(supported(rgba, flat, 1, depth));
  CHECK(supported(mux_gallium_format_z24_unorm_s8_uint, flat, 1, depth | sampled));
  CHECK_FALSE(supported(mux_gallium_format_z24_unorm_s8_uint, flat, 1, render));
  CHECK(supported(mux_gallium_format_dxt1_rgb, flat, 1, 0));
  CHECK(supported(mux_gallium_format_dxt1_rgb, flat, 1, sampled));
  CHECK_FALSE(supported(mux_gallium_format_dxt1_rgb, flat, 1, render));
  CHECK_FALSE(supported(mux_gallium_format_dxt1_rgb, flat, 1, mux_gallium_bind_shader_image));
  CHECK(supported(mux_gallium_format_astc_4x4, flat, 1, 0));
  CHECK_FALSE(supported(mux_gallium_format_astc_4x4, flat, 1, sampled));
  CHECK_FALSE(supported(mux_gallium_format_nv12, flat, 1, 0));
  CHECK_FALSE(supported(mux_gallium_format_none, flat, 1, 0));
  CHECK_FALSE(supported(static_cast<mux_gallium_format_e>(9999), flat, 1, 0));
  CHECK_FALSE(supported(rgba, mux_gallium_target_count, 1, 0));
}

}  // namespace gallium_test::formats
