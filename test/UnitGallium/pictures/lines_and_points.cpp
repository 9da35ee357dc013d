// Points, lines, and triangles that are drawn as them.

#include "picture.h"

namespace gallium_test::lines_and_points {

namespace {

constexpr std::array<float, 4> white = {1, 1, 1, 1};
constexpr uint32_t lit = 0xffffffff;

size_t count_lit(Picture &picture) {
  const std::vector<uint32_t> texels = picture.texels<uint32_t>();
  return static_cast<size_t>(std::count(texels.begin(), texels.end(), lit));
}

}  // namespace

TEST_CASE(
    "D03 draw_vbo: a point of size 1 is the pixel that contains it, for each of many points") {
  for (const bool is_quad : {false, true}) {
    Picture picture(64, 64);
    picture.rasterize([&](auto &state) { state.point_quad_rasterization = is_quad; });
    picture.clear({0, 0, 0, 0});
    std::vector<Vertex> points;
    for (uint32_t y = 0; y < 64; y += 2) {
      for (uint32_t x = 0; x < 64; ++x) {
        points.push_back(
            picture.at(static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F, white));
      }
    }
    picture.draw(mux_gallium_primitive_points, points);
    const std::vector<uint32_t> texels = picture.texels<uint32_t>();
    for (uint32_t y = 0; y < 64; ++y) {
      for (uint32_t x = 0; x < 64; ++x) {
        INFO("quad " << is_quad << " x " << x << " y " << y);
        REQUIRE((texels[y * 64 + x] == lit) == (y % 2 == 0));
      }
    }
  }
}

TEST_CASE("F03 draw_vbo: points are squares of their size") {
  Picture picture(32, 32);
  picture.rasterize([&](auto &state) {
    state.point_size = 5;
    state.point_quad_rasterization = true;
  });
  picture.clear({0, 0, 0, 0});
  picture.draw(mux_gallium_primitive_points, {picture.at(10.5F, 20.5F, white)});
  CHECK(count_lit(picture) == 25);
  CHECK(picture.pixel(8, 18) == lit);
  CHECK(picture.pixel(12, 22) == lit);
}

TEST_CASE("F03 draw_vbo: triangles are drawn as their edges or vertices, by their face") {
  Picture picture(32, 32);
  // Counterclockwise to the eye, so front_ccw makes it a front face; the other one is not.
  const std::vector<Vertex> one = {picture.at(4.5F, 4.5F, white), picture.at(4.5F, 12.5F, white),
                                   picture.at(12.5F, 4.5F, white)};
  const std::vector<Vertex> other = {picture.at(20.5F, 4.5F, white), picture.at(28.5F, 4.5F, white),
                                     picture.at(20.5F, 12.5F, white)};
  const auto draw = [&](uint32_t front, uint32_t back, uint32_t cull) {
    picture.rasterize([&](auto &state) {
      state.front_ccw = true;
      state.fill_front = front;
      state.fill_back = back;
      state.cull_face = cull;
    });
    picture.clear({0, 0, 0, 0});
    std::vector<Vertex> both = one;
    both.insert(both.end(), other.begin(), other.end());
    picture.draw(mux_gallium_primitive_triangles, both);
  };
  const auto inside = [&](uint32_t x) { return picture.pixel(x, 6) == lit; };
  const auto edge = [&](uint32_t x) { return picture.pixel(x, 8) == lit; };
  const auto vertex = [&](uint32_t x) { return picture.pixel(x, 4) == lit; };
  draw(mux_gallium_fill_line, mux_gallium_fill_point, mux_gallium_face_none);
  CHECK(edge(4));
  CHECK_FALSE(inside(6));
  CHECK(vertex(20));
  CHECK_FALSE(edge(20));
  draw(mux_gallium_fill_point, mux_gallium_fill_solid, mux_gallium_face_none);
  CHECK(vertex(4));
  CHECK_FALSE(edge(4));
  CHECK(inside(22));
  draw(mux_gallium_fill_line, mux_gallium_fill_point, mux_gallium_face_back);
  CHECK(edge(4));
  CHECK_FALSE(vertex(20));
  draw(mux_gallium_fill_line, mux_gallium_fill_point, mux_gallium_face_front);
  CHECK_FALSE(edge(4));
  CHECK(vertex(20));
}

}  // namespace gallium_test::lines_and_points
