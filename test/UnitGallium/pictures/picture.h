/// @file
/// Small pictures: a context with surfaces, shaders that pass a position and a color on, and what
/// is drawn.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "fixtures.h"

namespace gallium_test {

/// A vertex of the picture's shaders.
struct Vertex {
  /// In clip space.
  std::array<float, 4> position{};
  std::array<float, 4> color{};
};

/// How a picture's color is made.
struct PictureFormat {
  mux_gallium_format_e color = mux_gallium_format_r8g8b8a8_unorm;
  /// mux_gallium_format_none for none.
  mux_gallium_format_e depth = mux_gallium_format_none;
};

/// Text of a shader: declarations, and instructions without numbers.
std::string shader_text(const std::string &stage, const std::string &declarations,
                        const std::vector<std::string> &instructions);

class Picture {
 public:
  Picture(uint32_t width, uint32_t height, const PictureFormat &format = {});
  Picture(const Picture &) = delete;
  Picture &operator=(const Picture &) = delete;

  mux_gallium_context_t context() const { return context_; }
  uint32_t width() const { return width_; }
  uint32_t height() const { return height_; }
  /// A vertex at a place in the window; z is 0 to 1, w divides all.
  Vertex at(float x, float y, const std::array<float, 4> &color, float z = 0.5F, float w = 1) const;

  /// Binds shaders instead of those of the picture.
  void use_shaders(const std::string &vertex, const std::string &fragment);
  /// Binds states with changes to the defaults.
  void rasterize(const std::function<void(mux_gallium_rasterizer_template_t &)> &change);
  void blend(const std::function<void(mux_gallium_blend_template_t &)> &change);
  void test(const std::function<void(mux_gallium_depth_stencil_alpha_template_t &)> &change);

  void clear(const std::array<float, 4> &color, double depth = 1, uint32_t stencil = 0);
  void draw(mux_gallium_primitive_e mode, const std::vector<Vertex> &vertices);
  void draw_indexed(mux_gallium_primitive_e mode, const std::vector<Vertex> &vertices,
                    const std::vector<uint16_t> &indices,
                    const std::function<void(mux_gallium_draw_info_t &)> &change = {});

  /// All texels, a row after the other.
  template <typename T>
  std::vector<T> texels() {
    return of<T>(color_);
  }
  template <typename T>
  std::vector<T> depths() {
    return of<T>(depth_);
  }
  /// The color of a pixel of R8G8B8A8_UNORM as 0xAABBGGRR.
  uint32_t pixel(uint32_t x, uint32_t y) { return texels<uint32_t>().at(y * width_ + x); }

 private:
  template <typename T>
  std::vector<T> of(const Resource &texture) {
    const std::vector<uint8_t> raw = context_.read(
        texture, 0, {0, 0, 0, static_cast<int32_t>(width_), static_cast<int32_t>(height_), 1});
    std::vector<T> values(raw.size() / sizeof(T));
    std::memcpy(values.data(), raw.data(), raw.size());
    return values;
  }
  void upload(const std::vector<Vertex> &vertices);

  Context context_;
  uint32_t width_;
  uint32_t height_;
  Resource color_;
  Resource depth_;
  Resource vertices_;
  Resource indices_;
};

}  // namespace gallium_test
