#include "core/image_layout.h"

#include <algorithm>

namespace mux::core {

LayoutFault make_image_layout(uint32_t pixel_size, const mux_extent_3d_t &extent, uint64_t row_size,
                              uint64_t slice_size, uint64_t unit, ImageLayout *out_layout) {
  uint64_t row_bytes = 0;
  if (__builtin_mul_overflow(extent.x, pixel_size, &row_bytes)) {
    return LayoutFault::size;
  }
  if (row_size == 0) {
    row_size = row_bytes;
  }
  if (row_size < row_bytes || row_size % unit != 0) {
    return LayoutFault::row_size;
  }
  uint64_t slice_bytes = 0;
  if (__builtin_mul_overflow(row_size, extent.y, &slice_bytes)) {
    return LayoutFault::size;
  }
  if (slice_size == 0) {
    slice_size = slice_bytes;
  }
  if (slice_size < slice_bytes || slice_size % unit != 0) {
    return LayoutFault::slice_size;
  }
  uint64_t size = 0;
  if (__builtin_mul_overflow(slice_size, extent.z, &size)) {
    return LayoutFault::size;
  }
  *out_layout = {row_size, slice_size, size};
  return LayoutFault::none;
}

mux_extent_3d_t box_extent(const mux_image_s &image) {
  const size_t layers = std::max<size_t>(image.array_layers, 1);
  switch (image.type) {
    case mux_image_type_1d:
      return {image.size.x, layers, 1};
    case mux_image_type_2d:
      return {image.size.x, image.size.y, layers};
    default:
      return image.size;
  }
}

mux_extent_2d_t box_pitches(mux_image_type_e type, uint64_t row_size, uint64_t slice_size) {
  // A layer of a one-dimensional array is a single row, and so the second axis steps over layers.
  return type == mux_image_type_1d ? mux_extent_2d_t{slice_size, slice_size}
                                   : mux_extent_2d_t{row_size, slice_size};
}

}  // namespace mux::core
