#include "window.h"

namespace gallium_test::set_blend_color {

namespace {

constexpr std::array<float, 4> white = {1, 1, 1, 1};

void blend_by(Picture &picture, uint32_t factor) {
  picture.blend([&](auto &state) {
    mux_gallium_blend_target_t &target = state.targets[0];
    target.blend_enable = true;
    target.rgb_src_factor = target.alpha_src_factor = factor;
    target.rgb_dst_factor = target.alpha_dst_factor = mux_gallium_blend_factor_zero;
  });
}

}  // namespace

TEST_CASE("F11 set_blend_color: the constant color of blend factors") {
  Picture picture(1, 1);
  constexpr float color[] = {0.2F, 0.4F, 0.6F, 0.8F};
  succeed(muxGalliumSetBlendColor(picture.context(), color));
  struct Case {
    uint32_t factor;
    uint32_t pixel;
  };
  for (const Case &of : {Case{mux_gallium_blend_factor_const_color, 0xcc996633},
                         Case{mux_gallium_blend_factor_const_alpha, 0xcccccccc},
                         Case{mux_gallium_blend_factor_inv_const_color, 0x336699cc},
                         Case{mux_gallium_blend_factor_inv_const_alpha, 0x33333333}}) {
    blend_by(picture, of.factor);
    fill(picture, white);
    INFO(of.factor);
    CHECK(picture.pixel(0, 0) == of.pixel);
  }
  refuse(muxGalliumSetBlendColor(picture.context(), nullptr), mux_error_invalid_value, "NULL");
}

TEST_CASE("F11 set_blend_color: it is 0 at first, and clamped to the range of the surface") {
  Picture picture(1, 1);
  picture.clear(white);
  blend_by(picture, mux_gallium_blend_factor_const_color);
  fill(picture, white);
  CHECK(picture.pixel(0, 0) == 0);
  constexpr float color[] = {2, -1, 1, 0};
  succeed(muxGalliumSetBlendColor(picture.context(), color));
  fill(picture, {0.2F, 0.2F, 0.2F, 0.2F});
  CHECK(picture.pixel(0, 0) == 0x00330033);
}

}  // namespace gallium_test::set_blend_color
