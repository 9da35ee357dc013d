#include "window.h"

namespace gallium_test::set_stencil_ref {

namespace {

constexpr PictureFormat with_stencil = {mux_gallium_format_r8g8b8a8_unorm,
                                        mux_gallium_format_z24_unorm_s8_uint};

/// Writes the reference where fragments pass.
constexpr mux_gallium_stencil_state_t replacing = {true,
                                                   mux_gallium_function_always,
                                                   mux_gallium_stencil_op_keep,
                                                   mux_gallium_stencil_op_replace,
                                                   mux_gallium_stencil_op_keep,
                                                   0xff,
                                                   0xff};

uint32_t stencil_at(Picture &picture, uint32_t x) {
  return picture.depths<uint32_t>().at(x) >> 24;
}

}  // namespace

TEST_CASE("F10 set_stencil_ref: front and back faces have their own, of eight bits") {
  Picture picture(8, 1, with_stencil);
  picture.clear(black, 1, 9);
  picture.test([](auto &state) { state.stencil[0] = state.stencil[1] = replacing; });
  succeed(muxGalliumSetStencilRef(picture.context(), 0x105, 0x207));
  draw_rectangle(picture, {0, 0, 2, 1}, red, true);
  draw_rectangle(picture, {2, 0, 4, 1}, red, false);
  CHECK(stencil_at(picture, 1) == 5);
  CHECK(stencil_at(picture, 2) == 7);
  CHECK(stencil_at(picture, 4) == 9);
  // Back faces have the test of front faces unless theirs is on.
  picture.test([](auto &state) { state.stencil[0] = replacing; });
  draw_rectangle(picture, {4, 0, 6, 1}, red, false);
  CHECK(stencil_at(picture, 5) == 5);
}

TEST_CASE("F10 set_stencil_ref: the reference is compared with the stencil") {
  Picture picture(4, 1, with_stencil);
  picture.clear(black, 1, 0x13);
  picture.test([](auto &state) {
    state.stencil[0] = replacing;
    // The reference is on the left.
    state.stencil[0].func = mux_gallium_function_less;
    state.stencil[0].valuemask = 0x0f;
    state.stencil[0].zpass_op = mux_gallium_stencil_op_keep;
  });
  for (const uint32_t reference : {2U, 3U, 4U, 0xf2U}) {
    picture.clear(black, 1, 0x13);
    succeed(muxGalliumSetStencilRef(picture.context(), reference, 0));
    fill(picture);
    INFO(reference);
    CHECK(rows_of(picture) == std::vector<std::string>{(reference & 0x0f) < 3 ? "####" : "...."});
  }
}

TEST_CASE("F10 set_stencil_ref: it is 0 at first") {
  Picture picture(1, 1, with_stencil);
  picture.clear(black, 1, 9);
  picture.test([](auto &state) { state.stencil[0] = replacing; });
  fill(picture);
  CHECK(stencil_at(picture, 0) == 0);
}

}  // namespace gallium_test::set_stencil_ref
