/// @file
/// Rectangles drawn in a picture, and a picture as text.
#pragma once

#include "pictures/picture.h"

namespace gallium_test {

inline constexpr std::array<float, 4> red = {1, 0, 0, 1};
inline constexpr std::array<float, 4> black = {0, 0, 0, 0};

/// A rectangle of a window, in pixels.
struct Rectangle {
  float left, top, right, bottom;
};

/// Draws a rectangle as two triangles that are front faces if `front_ccw` is off.
inline void draw_rectangle(Picture &picture, const Rectangle &of,
                           const std::array<float, 4> &color = red, bool is_front = true,
                           float z = 0.5F) {
  const Vertex top_left = picture.at(of.left, of.top, color, z);
  const Vertex top_right = picture.at(of.right, of.top, color, z);
  const Vertex bottom_left = picture.at(of.left, of.bottom, color, z);
  const Vertex bottom_right = picture.at(of.right, of.bottom, color, z);
  if (is_front) {
    picture.draw(mux_gallium_primitive_triangles,
                 {top_left, top_right, bottom_left, top_right, bottom_right, bottom_left});
  } else {
    picture.draw(mux_gallium_primitive_triangles,
                 {top_left, bottom_left, top_right, top_right, bottom_left, bottom_right});
  }
}

/// Draws the whole window.
inline void fill(Picture &picture, const std::array<float, 4> &color = red) {
  draw_rectangle(picture,
                 {0, 0, static_cast<float>(picture.width()), static_cast<float>(picture.height())},
                 color);
}

/// The rows of a picture: '#' is a pixel that is not 0.
inline std::vector<std::string> rows_of(Picture &picture) {
  const std::vector<uint32_t> texels = picture.texels<uint32_t>();
  std::vector<std::string> rows(picture.height(), std::string(picture.width(), '.'));
  for (uint32_t y = 0; y < picture.height(); ++y) {
    for (uint32_t x = 0; x < picture.width(); ++x) {
      if (texels[y * picture.width() + x] != 0) {
        rows[y][x] = '#';
      }
    }
  }
  return rows;
}

}  // namespace gallium_test
