// Which pixels triangles cover, and what they get.

#include <algorithm>
#include <random>

#include "picture.h"

namespace gallium_test::triangles {

namespace {

constexpr std::array<float, 4> white = {1, 1, 1, 1};

/// A point in 1/256 pixels.
struct Point {
  int64_t x;
  int64_t y;
};

/// Whether the center of a pixel is to the right of an edge, or on one that belongs to the
/// triangle.
bool is_inside_edge(const Point &from, const Point &to, int64_t x, int64_t y, bool bottom_edge) {
  const int64_t value = (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
  if (value != 0) {
    return value > 0;
  }
  const bool is_left = to.y < from.y;
  const bool is_flat = to.y == from.y;
  const bool is_top = is_flat && to.x > from.x;
  const bool is_bottom = is_flat && to.x < from.x;
  return is_left || (bottom_edge ? is_bottom : is_top);
}

bool covers(std::array<Point, 3> corners, uint32_t x, uint32_t y, bool bottom_edge) {
  const int64_t area = (corners[1].x - corners[0].x) * (corners[2].y - corners[0].y) -
                       (corners[2].x - corners[0].x) * (corners[1].y - corners[0].y);
  if (area == 0) {
    return false;
  }
  if (area < 0) {
    std::swap(corners[1], corners[2]);
  }
  const int64_t center_x = int64_t{x} * 256 + 128;
  const int64_t center_y = int64_t{y} * 256 + 128;
  return is_inside_edge(corners[0], corners[1], center_x, center_y, bottom_edge) &&
         is_inside_edge(corners[1], corners[2], center_x, center_y, bottom_edge) &&
         is_inside_edge(corners[2], corners[0], center_x, center_y, bottom_edge);
}

/// Pixels that differ from exact arithmetic.
size_t differences(Picture &picture, const std::array<Point, 3> &corners, bool bottom_edge) {
  const std::vector<uint32_t> drawn = picture.texels<uint32_t>();
  size_t wrong = 0;
  for (uint32_t y = 0; y < picture.height(); ++y) {
    for (uint32_t x = 0; x < picture.width(); ++x) {
      const bool is_drawn = drawn[y * picture.width() + x] != 0;
      wrong += is_drawn != covers(corners, x, y, bottom_edge) ? 1 : 0;
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("D03 draw_vbo: a triangle covers the pixels whose centers are inside") {
  Picture picture(32, 32);
  picture.clear({0, 0, 0, 0});
  picture.draw(mux_gallium_primitive_triangles,
               {picture.at(4, 4, white), picture.at(28, 4, white), picture.at(4, 28, white)});
  CHECK(differences(picture, {{{4 * 256, 4 * 256}, {28 * 256, 4 * 256}, {4 * 256, 28 * 256}}},
                    false) == 0);
}

TEST_CASE(
    "D03, F03 draw_vbo: random triangles cover what exact arithmetic says, by either edge rule") {
  // Sizes and coordinates that floats and 1/256 pixels represent exactly.
  Picture picture(128, 64);
  std::minstd_rand random(7);
  for (const bool bottom_edge : {false, true}) {
    picture.rasterize([&](auto &state) { state.bottom_edge_rule = bottom_edge; });
    for (int round = 0; round < 60; ++round) {
      std::array<Point, 3> corners{};
      std::vector<Vertex> vertices;
      const int64_t step = round % 3 == 0 ? 256 : round % 3 == 1 ? 128 : 1;
      for (Point &corner : corners) {
        corner.x = (static_cast<int64_t>(random() % 40000) - 4000) / step * step;
        corner.y = (static_cast<int64_t>(random() % 20000) - 2000) / step * step;
        vertices.push_back(picture.at(static_cast<float>(corner.x) / 256,
                                      static_cast<float>(corner.y) / 256, white));
      }
      picture.clear({0, 0, 0, 0});
      picture.draw(mux_gallium_primitive_triangles, vertices);
      INFO("round " << round << ": " << corners[0].x << "," << corners[0].y << " " << corners[1].x
                    << "," << corners[1].y << " " << corners[2].x << "," << corners[2].y);
      REQUIRE(differences(picture, corners, bottom_edge) == 0);
    }
  }
}

TEST_CASE("D04, D06 draw_vbo: draws of many chunks and batches draw their last primitive") {
  Picture picture(64, 64);
  // The last triangle is another one.
  const std::vector<Vertex> vertices = {picture.at(0, 0, white),   picture.at(16, 0, white),
                                        picture.at(0, 16, white),  picture.at(63, 63, white),
                                        picture.at(63, 40, white), picture.at(40, 63, white)};
  for (const uint32_t triangles : {255U, 256U, 257U, 100000U, 400000U}) {
    INFO(triangles << " triangles");
    std::vector<uint16_t> indices;
    for (uint32_t triangle = 0; triangle + 1 < triangles; ++triangle) {
      indices.insert(indices.end(), {0, 1, 2});
    }
    indices.insert(indices.end(), {3, 4, 5});
    picture.clear({0, 0, 0, 0});
    picture.draw_indexed(mux_gallium_primitive_triangles, vertices, indices);
    CHECK(picture.pixel(3, 3) == 0xffffffff);
    CHECK(picture.pixel(60, 60) == 0xffffffff);
    CHECK(picture.pixel(32, 32) == 0);
  }
}

TEST_CASE("D06 draw_vbo: triangles of one vertex draw nothing, and do not hide others") {
  Picture picture(64, 64);
  const std::vector<Vertex> vertices = {picture.at(0, 0, white), picture.at(16, 0, white),
                                        picture.at(0, 16, white)};
  for (const size_t place : {0U, 50000U, 99999U}) {
    INFO("triangle " << place);
    std::vector<uint16_t> indices(300000, 0);
    indices[place * 3 + 1] = 1;
    indices[place * 3 + 2] = 2;
    picture.clear({0, 0, 0, 0});
    picture.draw_indexed(mux_gallium_primitive_triangles, vertices, indices);
    CHECK(picture.pixel(3, 3) == 0xffffffff);
    CHECK(picture.pixel(32, 32) == 0);
  }
}

}  // namespace gallium_test::triangles
