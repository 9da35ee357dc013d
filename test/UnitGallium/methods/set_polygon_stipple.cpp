#include "window.h"

namespace gallium_test::set_polygon_stipple {

TEST_CASE("F19 set_polygon_stipple: bit 31 - x % 32 of row y % 32, if it is enabled") {
  Picture picture(40, 36);
  uint32_t rows[32];
  for (uint32_t y = 0; y < 32; ++y) {
    // Pixels at x = y, and at x = 0.
    rows[y] = 0x80000000U >> y | 0x80000000U;
  }
  succeed(muxGalliumSetPolygonStipple(picture.context(), rows));
  picture.rasterize([](auto &state) { state.poly_stipple_enable = true; });
  picture.clear(black);
  fill(picture);
  const std::vector<std::string> drawn = rows_of(picture);
  for (uint32_t y = 0; y < picture.height(); ++y) {
    for (uint32_t x = 0; x < picture.width(); ++x) {
      const bool expected = x % 32 == 0 || x % 32 == y % 32;
      INFO(x << ", " << y);
      REQUIRE((drawn[y][x] == '#') == expected);
    }
  }
  picture.rasterize([](auto &) {});
  fill(picture);
  CHECK(rows_of(picture)[1] == std::string(40, '#'));
  refuse(muxGalliumSetPolygonStipple(picture.context(), nullptr), mux_error_invalid_value, "NULL");
}

TEST_CASE("F19 set_polygon_stipple: it is all ones at first") {
  Picture picture(4, 1);
  picture.rasterize([](auto &state) { state.poly_stipple_enable = true; });
  picture.clear(black);
  fill(picture);
  CHECK(rows_of(picture) == std::vector<std::string>{"####"});
}

}  // namespace gallium_test::set_polygon_stipple
