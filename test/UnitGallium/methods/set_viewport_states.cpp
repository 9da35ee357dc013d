#include "window.h"

namespace gallium_test::set_viewport_states {

TEST_CASE("F24 set_viewport_states: window = position / w * scale + translate") {
  Picture picture(8, 6, {mux_gallium_format_r8g8b8a8_unorm, mux_gallium_format_z32_float});
  picture.test([](auto &state) {
    state.depth_enabled = state.depth_writemask = true;
    state.depth_func = mux_gallium_function_always;
  });
  constexpr mux_gallium_viewport_t viewport = {{2, 1, 0.25F}, {3, 2, 0.5F}};
  succeed(muxGalliumSetViewportStates(picture.context(), 0, 1, &viewport));
  picture.clear(black);
  // z of the clip volume is 0.5.
  draw_rectangle(picture, {0, 0, 8, 6}, red, true, 0.75F);
  CHECK(rows_of(picture) == std::vector<std::string>{"........", ".####...", ".####...", "........",
                                                     "........", "........"});
  CHECK(picture.depths<float>().at(1 * 8 + 2) == 0.625F);
  CHECK(picture.depths<float>().at(0) == 1);
}

TEST_CASE("F24 set_viewport_states: a negative scale mirrors, and turns faces over") {
  Picture picture(4, 4);
  constexpr mux_gallium_viewport_t upside_down = {{2, -2, 0.5F}, {2, 2, 0.5F}};
  succeed(muxGalliumSetViewportStates(picture.context(), 0, 1, &upside_down));
  picture.rasterize([](auto &state) { state.cull_face = mux_gallium_face_back; });
  picture.clear(black);
  draw_rectangle(picture, {0, 0, 4, 1}, red, true);
  CHECK(rows_of(picture)[3] == "....");
  draw_rectangle(picture, {0, 0, 4, 1}, red, false);
  CHECK(rows_of(picture) == std::vector<std::string>{"....", "....", "....", "####"});
}

TEST_CASE("F24 set_viewport_states: ranges of slots; zeros at first") {
  Picture picture(4, 1);
  constexpr mux_gallium_viewport_t viewports[] = {{{2, 0.5F, 0.5F}, {2, 0.5F, 0.5F}}, {}};
  succeed(muxGalliumSetViewportStates(picture.context(), 0, 1, viewports));
  succeed(muxGalliumSetViewportStates(picture.context(), 1, 1, &viewports[1]));
  succeed(muxGalliumSetViewportStates(picture.context(), 15, 1, &viewports[1]));
  picture.clear(black);
  fill(picture);
  CHECK(rows_of(picture) == std::vector<std::string>{"####"});
  for (const uint32_t start : {15U, 16U, ~0U}) {
    refuse(muxGalliumSetViewportStates(picture.context(), start, 2, viewports),
           mux_error_invalid_value, "");
  }
  refuse(muxGalliumSetViewportStates(picture.context(), 0, 1, nullptr), mux_error_invalid_value,
         "NULL");
  succeed(muxGalliumSetViewportStates(picture.context(), 0, 1, &viewports[1]));
  picture.clear(black);
  fill(picture);
  CHECK(rows_of(picture) == std::vector<std::string>{"...."});
}

}  // namespace gallium_test::set_viewport_states
