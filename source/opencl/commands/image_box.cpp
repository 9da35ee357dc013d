#include "opencl/commands/image_box.h"

#include <cstring>

namespace mux::opencl {
namespace {

/// Whether a range is non-empty and inside a dimension.
bool lies_in(size_t origin, size_t size, size_t whole) {
  return size != 0 && origin <= whole && size <= whole - origin;
}

bool meet(uint32_t one, uint32_t other, size_t size) {
  return one < other + size && other < one + size;
}

/// Distance of rows; in an array of 1D images, that of layers.
size_t row_distance(const ImageShape &shape) {
  return shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? shape.slice_pitch : shape.row_pitch;
}

}  // namespace

ImageBox checked_box(const Image &image, const size_t *origin, const size_t *region) {
  require(origin != nullptr && region != nullptr, CL_INVALID_VALUE, "origin or region is NULL");
  const mux_extent_3d_t whole = image.shape().extent();
  // Missing dimensions have size 1.
  require(lies_in(origin[0], region[0], whole.x) && lies_in(origin[1], region[1], whole.y) &&
              lies_in(origin[2], region[2], whole.z),
          CL_INVALID_VALUE, "the region is empty or not inside the image");
  return {{static_cast<uint32_t>(origin[0]), static_cast<uint32_t>(origin[1]),
           static_cast<uint32_t>(origin[2])},
          {region[0], region[1], region[2]}};
}

void require_pitches(const Image &image, const ImageBox &box, const HostPitches &pitches) {
  const ImageShape &shape = image.shape();
  const size_t row = box.extent.x * shape.pixel_size;
  require(pitches.row == 0 || pitches.row >= row, CL_INVALID_VALUE,
          "the row pitch is less than the size of a row");
  if (shape.slice_pitch == 0) {
    require(pitches.slice == 0, CL_INVALID_VALUE,
            "slice_pitch is not 0, and the image has no slices or layers");
    return;
  }
  const size_t rows = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : box.extent.y;
  size_t slice = 0;
  size_t all = 0;
  const bool countable =
      !__builtin_mul_overflow(pitches.row != 0 ? pitches.row : row, rows, &slice) &&
      !__builtin_mul_overflow(pitches.slice != 0 ? pitches.slice : slice,
                              rows == 1 ? box.extent.y * box.extent.z : box.extent.z, &all);
  require(countable && (pitches.slice == 0 || pitches.slice >= slice), CL_INVALID_VALUE,
          "the slice pitch is less than the size of a slice");
}

size_t offset_in(const Image &image, const ImageBox &box) {
  const ImageShape &shape = image.shape();
  return box.offset.x * shape.pixel_size + box.offset.y * row_distance(shape) +
         box.offset.z * shape.slice_pitch;
}

size_t packed_size(const Image &image, const ImageBox &box) {
  return box.extent.x * box.extent.y * box.extent.z * image.shape().pixel_size;
}

FillColor fill_color_of(const Image &image, const void *fill_color) {
  const bool depth = image.shape().format.image_channel_order == CL_DEPTH;
  FillColor color{};
  std::memcpy(color.data(), fill_color, depth ? sizeof(cl_float) : color.size());
  return color;
}

bool share_pixels(const ImageBox &one, const ImageBox &other) {
  return meet(one.offset.x, other.offset.x, one.extent.x) &&
         meet(one.offset.y, other.offset.y, one.extent.y) &&
         meet(one.offset.z, other.offset.z, one.extent.z);
}

}  // namespace mux::opencl
