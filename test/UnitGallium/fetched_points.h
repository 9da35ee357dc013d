/// @file
/// Points whose places and colors come from vertex buffers, to see which elements are fetched.
#pragma once

#include "pictures/picture.h"

namespace gallium_test {

/// A point for each vertex and instance in a picture of single pixels. Vertex buffer 0 has columns,
/// buffer 1 rows, both floats, and buffer 2 colors of R8G8B8A8_UNORM, which are changed by
/// use_elements().
class Points {
 public:
  Points(uint32_t width, uint32_t height) : picture_(width, height) {
    picture_.use_shaders(
        shader_text("VERT",
                    "DCL IN[0]\nDCL IN[1]\nDCL IN[2]\n"
                    "DCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
                    "IMM[0] FLT32 {0x00000000, 0x3f800000, 0x00000000, 0x00000000}\n",
                    {"MOV OUT[0].x, IN[0].xxxx", "MOV OUT[0].y, IN[1].xxxx",
                     "MOV OUT[0].zw, IMM[0].xxxy", "MOV OUT[1], IN[2]"}),
        shader_text("FRAG", "DCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n",
                    {"MOV OUT[0], IN[0]"}));
    columns_ = places(width);
    rows_ = places(height);
    elements_.count = 3;
    elements_.elements[0] = {0, 0, 0, mux_gallium_format_r32_float};
    elements_.elements[1] = {0, 1, 1, mux_gallium_format_r32_float};
    elements_.elements[2] = {0, 0, 2, mux_gallium_format_r8g8b8a8_unorm};
    bind_elements();
  }

  Picture &picture() { return picture_; }
  mux_gallium_context_t context() const { return picture_.context(); }

  /// Changes the element of the colors.
  void use_color_element(const mux_gallium_vertex_element_t &element) {
    elements_.elements[2] = element;
    bind_elements();
  }
  /// Sets the columns of vertices and the rows of instances.
  void use_places(Resource columns, Resource rows) {
    columns_ = std::move(columns);
    rows_ = std::move(rows);
  }
  /// Centers of pixels in clip space, for numbers of pixels.
  static Resource places(uint32_t size, const std::vector<uint32_t> &pixels) {
    std::vector<float> values;
    for (const uint32_t pixel : pixels) {
      values.push_back((static_cast<float>(pixel) * 2 + 1) / static_cast<float>(size) - 1);
    }
    return buffer_of_all(values);
  }
  /// A buffer with these values.
  template <typename T>
  static Resource buffer_of_all(const std::vector<T> &values) {
    Context context;
    Resource made(buffer_of(static_cast<uint32_t>(values.size() * sizeof(T)), 0,
                            mux_gallium_bind_vertex_buffer));
    context.write_all(made, values);
    context.finish();
    return made;
  }

  /// Binds the vertex buffers and draws; the picture is 0 before.
  std::vector<uint32_t> draw(const mux_gallium_vertex_buffer_t &colors,
                             const mux_gallium_draw_info_t &info) {
    const mux_gallium_vertex_buffer_t buffers[] = {{columns_, 0, 4}, {rows_, 0, 4}, colors};
    succeed(muxGalliumSetVertexBuffers(context(), 3, buffers));
    picture_.clear({0, 0, 0, 0});
    succeed(muxGalliumDrawVbo(context(), &info));
    return picture_.texels<uint32_t>();
  }

 private:
  static Resource places(uint32_t size) {
    std::vector<uint32_t> pixels(size);
    for (uint32_t pixel = 0; pixel < size; ++pixel) {
      pixels[pixel] = pixel;
    }
    return places(size, pixels);
  }
  void bind_elements() {
    mux_gallium_vertex_elements_state_t state = nullptr;
    succeed(muxGalliumCreateVertexElementsState(context(), &elements_, &state));
    succeed(muxGalliumBindVertexElementsState(context(), state));
    // It stays usable.
    succeed(muxGalliumDestroyVertexElementsState(context(), state));
  }

  Picture picture_;
  Resource columns_;
  Resource rows_;
  mux_gallium_vertex_elements_template_t elements_{};
};

/// A draw of points.
inline mux_gallium_draw_info_t points(uint32_t count, uint32_t instances = 1) {
  mux_gallium_draw_info_t info{};
  info.mode = mux_gallium_primitive_points;
  info.count = count;
  info.instance_count = instances;
  info.max_index = UINT32_MAX;
  return info;
}

}  // namespace gallium_test
