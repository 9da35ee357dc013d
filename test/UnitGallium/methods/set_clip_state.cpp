#include "window.h"

namespace gallium_test::set_clip_state {

namespace {

/// The right half, the upper half (y grows downwards in the window), and what is behind.
constexpr float planes[MUX_GALLIUM_MAX_CLIP_PLANES][4] = {
    {1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, 0, -1}};

}  // namespace

TEST_CASE("F18 set_clip_state: planes that are enabled cut what has a negative distance") {
  Picture picture(4, 4);
  succeed(muxGalliumSetClipState(picture.context(), planes));
  struct Case {
    uint32_t enabled;
    std::vector<std::string> rows;
  };
  for (const Case &of :
       {Case{0, {"####", "####", "####", "####"}}, Case{1, {"..##", "..##", "..##", "..##"}},
        Case{2, {"####", "####", "....", "...."}}, Case{3, {"..##", "..##", "....", "...."}},
        Case{4, {"....", "....", "....", "...."}}}) {
    picture.rasterize([&](auto &state) { state.clip_plane_enable = of.enabled; });
    picture.clear(black);
    fill(picture);
    INFO(of.enabled);
    CHECK(rows_of(picture) == of.rows);
  }
  refuse(muxGalliumSetClipState(picture.context(), nullptr), mux_error_invalid_value, "NULL");
}

TEST_CASE("F18 set_clip_state: planes are zeros at first, which cut nothing") {
  Picture picture(2, 2);
  picture.rasterize([](auto &state) { state.clip_plane_enable = 0xff; });
  picture.clear(black);
  fill(picture);
  CHECK(rows_of(picture) == std::vector<std::string>{"##", "##"});
}

}  // namespace gallium_test::set_clip_state
