#include "window.h"

namespace gallium_test::set_scissor_states {

namespace {

void enable_scissors(Picture &picture) {
  picture.rasterize([](auto &state) { state.scissor = true; });
  picture.clear(black);
}

}  // namespace

TEST_CASE("F20, F21 set_scissor_states: the least are inside, the greatest outside") {
  Picture picture(6, 4);
  constexpr mux_gallium_rectangle_t scissor = {1, 2, 4, 3};
  succeed(muxGalliumSetScissorStates(picture.context(), 0, 1, &scissor));
  enable_scissors(picture);
  fill(picture);
  CHECK(rows_of(picture) == std::vector<std::string>{"......", "......", ".###..", "......"});
  // Beyond the framebuffer, which bounds draws as well.
  constexpr mux_gallium_rectangle_t large = {4, 0, 0xffff, 0xffff};
  succeed(muxGalliumSetScissorStates(picture.context(), 0, 1, &large));
  enable_scissors(picture);
  fill(picture);
  CHECK(rows_of(picture) == std::vector<std::string>{"....##", "....##", "....##", "....##"});
}

TEST_CASE("F22 set_scissor_states: without the rasterizer's flag they have no effect") {
  Picture picture(2, 1);
  picture.rasterize([](auto &) {});
  picture.clear(black);
  fill(picture);
  CHECK(rows_of(picture) == std::vector<std::string>{"##"});
  // They are empty at first.
  enable_scissors(picture);
  fill(picture);
  CHECK(rows_of(picture) == std::vector<std::string>{".."});
}

TEST_CASE("F20, F23 set_scissor_states: ranges of slots, one for each viewport") {
  Picture picture(4, 1);
  constexpr mux_gallium_rectangle_t scissors[] = {{0, 0, 1, 1}, {2, 0, 3, 1}};
  succeed(muxGalliumSetScissorStates(picture.context(), 0, 1, scissors));
  // Primitives without a number of a viewport have the first.
  succeed(muxGalliumSetScissorStates(picture.context(), 1, 1, &scissors[1]));
  succeed(muxGalliumSetScissorStates(picture.context(), 15, 1, &scissors[1]));
  enable_scissors(picture);
  fill(picture);
  CHECK(rows_of(picture) == std::vector<std::string>{"#..."});
  refuse(muxGalliumSetScissorStates(picture.context(), 16, 1, scissors), mux_error_invalid_value,
         "");
  refuse(muxGalliumSetScissorStates(picture.context(), 15, 2, scissors), mux_error_invalid_value,
         "");
  refuse(muxGalliumSetScissorStates(picture.context(), ~0U, 2, scissors), mux_error_invalid_value,
         "");
  refuse(muxGalliumSetScissorStates(picture.context(), 0, 1, nullptr), mux_error_invalid_value,
         "NULL");
  fill(picture);
  CHECK(rows_of(picture) == std::vector<std::string>{"#..."});
}

}  // namespace gallium_test::set_scissor_states
