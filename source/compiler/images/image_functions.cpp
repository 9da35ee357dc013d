#include "compiler/images/image_functions.h"

#include <algorithm>
#include <type_traits>

#include "compiler/images/addressing.h"
#include "compiler/images/colors.h"

namespace mux::compiler::images {
namespace {

/// The number of coordinates of a pixel, and whether a layer index follows them.
template <int dimension_count, bool has_layers>
struct Shape {
  static constexpr int dimensions = dimension_count;
  static constexpr bool layered = has_layers;
};

using Line = Shape<1, false>;
using LineArray = Shape<1, true>;
using Plane = Shape<2, false>;
using PlaneArray = Shape<2, true>;
using Volume = Shape<3, false>;

/// The address of a pixel; NULL if it is outside in any dimension. The third coordinate may be a
/// layer.
std::byte *locate(const ImageView &view, int64_t x, int64_t y, int64_t z) {
  if (x < 0 || y < 0 || z < 0) {
    return nullptr;
  }
  return view.pixels + static_cast<uint64_t>(x) * view.pixel_size +
         static_cast<uint64_t>(y) * view.row_pitch + static_cast<uint64_t>(z) * view.slice_pitch;
}

/// The layer to read from; 0 if there are no layers.
template <typename Shape, typename Coordinate>
int64_t layer_of(const ImageView &view, Coordinate y, Coordinate z) {
  if constexpr (Shape::layered) {
    return layer(Shape::dimensions == 1 ? y : z, view.array_layers);
  } else {
    return 0;
  }
}

template <typename Shape, typename Coordinate>
const std::byte *nearest_pixel(const ImageView &view, uint32_t sampler, Coordinate x, Coordinate y,
                               Coordinate z) {
  const int64_t column = nearest(x, view.width, sampler);
  int64_t row = 0;
  int64_t slice = layer_of<Shape>(view, y, z);
  if constexpr (Shape::dimensions >= 2) {
    row = nearest(y, view.height, sampler);
  }
  if constexpr (Shape::dimensions == 3) {
    slice = nearest(z, view.depth, sampler);
  }
  return locate(view, column, row, slice);
}

/// Sums the pixels in the specification's order, x fastest.
template <typename Shape>
Color<float> read_linear(const ImageView &view, uint32_t sampler, float x, float y, float z) {
  const int64_t only_slice = layer_of<Shape>(view, y, z);
  const Neighbors columns = linear(x, view.width, sampler);
  Neighbors rows = {{0, 0}, {1.0F, 0.0F}};
  Neighbors slices = {{only_slice, only_slice}, {1.0F, 0.0F}};
  int row_count = 1;
  int slice_count = 1;
  if constexpr (Shape::dimensions >= 2) {
    rows = linear(y, view.height, sampler);
    row_count = 2;
  }
  if constexpr (Shape::dimensions == 3) {
    slices = linear(z, view.depth, sampler);
    slice_count = 2;
  }
  Mixture mixture;
  for (int slice = 0; slice < slice_count; ++slice) {
    for (int row = 0; row < row_count; ++row) {
      for (int column = 0; column < 2; ++column) {
        mixture.pixels[mixture.count] =
            locate(view, columns.index[column], rows.index[row], slices.index[slice]);
        mixture.weights[mixture.count] =
            columns.weight[column] * rows.weight[row] * slices.weight[slice];
        ++mixture.count;
      }
    }
  }
  return mix_colors(view, mixture);
}

template <typename Value, typename Shape, typename Coordinate>
Color<Value> read_image(const ImageView *view, uint64_t sampler, Coordinate x, Coordinate y,
                        Coordinate z) {
  const auto bits = static_cast<uint32_t>(sampler);
  if constexpr (std::is_same_v<Value, float> && std::is_same_v<Coordinate, float>) {
    if ((bits & sampler_bits::filter_mask) == sampler_bits::filter_linear) {
      return read_linear<Shape>(*view, bits, x, y, z);
    }
  }
  return read_color<Value>(*view, nearest_pixel<Shape>(*view, bits, x, y, z));
}

template <typename Value, typename Shape>
void write_image(const ImageView *view, int32_t x, int32_t y, int32_t z, Color<Value> color) {
  const auto pixel_at = [](int32_t coordinate, uint32_t size) {
    return nearest(coordinate, size, sampler_bits::address_none);
  };
  const int64_t column = pixel_at(x, view->width);
  int64_t row = 0;
  int64_t slice = 0;
  if constexpr (Shape::dimensions >= 2) {
    row = pixel_at(y, view->height);
  }
  if constexpr (Shape::dimensions == 3) {
    slice = pixel_at(z, view->depth);
  }
  if constexpr (Shape::layered) {
    slice = pixel_at(Shape::dimensions == 1 ? y : z, std::max(view->array_layers, 1U));
  }
  if (std::byte *pixel = locate(*view, column, row, slice)) {
    write_color<Value>(*view, pixel, color);
  }
}

template <typename Value, typename Shape, typename Coordinate>
void *reader() {
  return reinterpret_cast<void *>(read_image<Value, Shape, Coordinate>);
}

template <typename Value, typename Shape>
void *writer() {
  return reinterpret_cast<void *>(write_image<Value, Shape>);
}

const RuntimeFunction functions[] = {
    {"mux_read_imagef_1d_i32", reader<float, Line, int32_t>()},
    {"mux_read_imagef_1d_f32", reader<float, Line, float>()},
    {"mux_read_imagef_1d_array_i32", reader<float, LineArray, int32_t>()},
    {"mux_read_imagef_1d_array_f32", reader<float, LineArray, float>()},
    {"mux_read_imagef_2d_i32", reader<float, Plane, int32_t>()},
    {"mux_read_imagef_2d_f32", reader<float, Plane, float>()},
    {"mux_read_imagef_2d_array_i32", reader<float, PlaneArray, int32_t>()},
    {"mux_read_imagef_2d_array_f32", reader<float, PlaneArray, float>()},
    {"mux_read_imagef_3d_i32", reader<float, Volume, int32_t>()},
    {"mux_read_imagef_3d_f32", reader<float, Volume, float>()},

    {"mux_read_imagei_1d_i32", reader<int32_t, Line, int32_t>()},
    {"mux_read_imagei_1d_f32", reader<int32_t, Line, float>()},
    {"mux_read_imagei_1d_array_i32", reader<int32_t, LineArray, int32_t>()},
    {"mux_read_imagei_1d_array_f32", reader<int32_t, LineArray, float>()},
    {"mux_read_imagei_2d_i32", reader<int32_t, Plane, int32_t>()},
    {"mux_read_imagei_2d_f32", reader<int32_t, Plane, float>()},
    {"mux_read_imagei_2d_array_i32", reader<int32_t, PlaneArray, int32_t>()},
    {"mux_read_imagei_2d_array_f32", reader<int32_t, PlaneArray, float>()},
    {"mux_read_imagei_3d_i32", reader<int32_t, Volume, int32_t>()},
    {"mux_read_imagei_3d_f32", reader<int32_t, Volume, float>()},

    {"mux_read_imageui_1d_i32", reader<uint32_t, Line, int32_t>()},
    {"mux_read_imageui_1d_f32", reader<uint32_t, Line, float>()},
    {"mux_read_imageui_1d_array_i32", reader<uint32_t, LineArray, int32_t>()},
    {"mux_read_imageui_1d_array_f32", reader<uint32_t, LineArray, float>()},
    {"mux_read_imageui_2d_i32", reader<uint32_t, Plane, int32_t>()},
    {"mux_read_imageui_2d_f32", reader<uint32_t, Plane, float>()},
    {"mux_read_imageui_2d_array_i32", reader<uint32_t, PlaneArray, int32_t>()},
    {"mux_read_imageui_2d_array_f32", reader<uint32_t, PlaneArray, float>()},
    {"mux_read_imageui_3d_i32", reader<uint32_t, Volume, int32_t>()},
    {"mux_read_imageui_3d_f32", reader<uint32_t, Volume, float>()},

    {"mux_write_imagef_1d", writer<float, Line>()},
    {"mux_write_imagef_1d_array", writer<float, LineArray>()},
    {"mux_write_imagef_2d", writer<float, Plane>()},
    {"mux_write_imagef_2d_array", writer<float, PlaneArray>()},
    {"mux_write_imagef_3d", writer<float, Volume>()},
    {"mux_write_imagei_1d", writer<int32_t, Line>()},
    {"mux_write_imagei_1d_array", writer<int32_t, LineArray>()},
    {"mux_write_imagei_2d", writer<int32_t, Plane>()},
    {"mux_write_imagei_2d_array", writer<int32_t, PlaneArray>()},
    {"mux_write_imagei_3d", writer<int32_t, Volume>()},
    {"mux_write_imageui_1d", writer<uint32_t, Line>()},
    {"mux_write_imageui_1d_array", writer<uint32_t, LineArray>()},
    {"mux_write_imageui_2d", writer<uint32_t, Plane>()},
    {"mux_write_imageui_2d_array", writer<uint32_t, PlaneArray>()},
    {"mux_write_imageui_3d", writer<uint32_t, Volume>()},
};

}  // namespace

std::span<const RuntimeFunction> image_functions() {
  return functions;
}

}  // namespace mux::compiler::images
