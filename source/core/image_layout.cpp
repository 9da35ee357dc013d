#include "core/image_layout.h"

#include <algorithm>

namespace mux::core {

mux_extent_3d_t box_extent(mux_image_type_e type, const mux_extent_3d_t &size,
                           uint32_t array_layers) {
  const size_t layers = std::max<size_t>(array_layers, 1);
  switch (type) {
    case mux_image_type_1d:
      return {size.x, layers, 1};
    case mux_image_type_2d:
      return {size.x, size.y, layers};
    default:
      return size;
  }
}

LayoutFault make_image_layout(mux_image_type_e type, uint32_t pixel_size,
                              const mux_extent_3d_t &extent, const ImagePitches &pitches,
                              ImageLayout *out_layout) {
  const bool rows_are_slices = type == mux_image_type_1d;
  const uint64_t rows = rows_are_slices ? 1 : extent.y;
  const uint64_t slices = rows_are_slices ? extent.y : extent.z;
  uint64_t row_bytes = 0;
  if (__builtin_mul_overflow(uint64_t{extent.x}, uint64_t{pixel_size}, &row_bytes)) {
    return LayoutFault::size;
  }
  const uint64_t row_size = pitches.row_size == 0 ? row_bytes : pitches.row_size;
  if (row_size < row_bytes || row_size % pitches.granularity != 0) {
    return LayoutFault::row_size;
  }
  uint64_t slice_bytes = 0;
  if (__builtin_mul_overflow(row_size, rows, &slice_bytes)) {
    return LayoutFault::size;
  }
  const uint64_t slice_size = pitches.slice_size == 0 ? slice_bytes : pitches.slice_size;
  if (slice_size < slice_bytes || slice_size % pitches.granularity != 0) {
    return LayoutFault::slice_size;
  }
  uint64_t size = 0;
  if (__builtin_mul_overflow(slice_size, slices, &size)) {
    return LayoutFault::size;
  }
  *out_layout = {row_size, slice_size, size};
  return LayoutFault::none;
}

mux_extent_2d_t box_pitches(mux_image_type_e type, uint64_t row_size, uint64_t slice_size) {
  return {type == mux_image_type_1d ? slice_size : row_size, slice_size};
}

}  // namespace mux::core
