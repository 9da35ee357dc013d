#include "opencl/commands/rectangle.h"

namespace mux::opencl {
namespace {

constexpr const char *too_large = "the region's size or offset in bytes exceeds size_t";

size_t product(size_t one, size_t other) {
  size_t result = 0;
  require(!__builtin_mul_overflow(one, other, &result), CL_INVALID_VALUE, too_large);
  return result;
}

size_t sum(size_t one, size_t other) {
  size_t result = 0;
  require(!__builtin_add_overflow(one, other, &result), CL_INVALID_VALUE, too_large);
  return result;
}

size_t offset_of(const mux_extent_3d_t &origin, size_t row_pitch, size_t slice_pitch) {
  return sum(sum(product(origin.z, slice_pitch), product(origin.y, row_pitch)), origin.x);
}

/// Whether two ranges of `size` bytes, repeated with period `stretch`, do not overlap.
bool miss(size_t one, size_t other, size_t size, size_t stretch) {
  return (other >= one + size && other + size <= one + stretch) ||
         (one >= other + size && one + size <= other + stretch);
}

}  // namespace

size_t Rectangle::begin() const {
  return origin.z * slice_pitch + origin.y * row_pitch + origin.x;
}

size_t Rectangle::span() const {
  return (region.z - 1) * slice_pitch + (region.y - 1) * row_pitch + region.x;
}

Rectangle checked_rectangle(const size_t *origin, const size_t *region, size_t row_pitch,
                            size_t slice_pitch) {
  require(origin != nullptr && region != nullptr, CL_INVALID_VALUE, "origin or region is NULL");
  require(region[0] != 0 && region[1] != 0 && region[2] != 0, CL_INVALID_VALUE,
          "region is 0 in a dimension");
  require(row_pitch == 0 || row_pitch >= region[0], CL_INVALID_VALUE,
          "a row pitch is less than region[0]");
  const size_t row = row_pitch != 0 ? row_pitch : region[0];
  const size_t slice = product(region[1], row);
  require(slice_pitch == 0 || (slice_pitch >= slice && slice_pitch % row == 0), CL_INVALID_VALUE,
          "a slice pitch is less than a slice or not a multiple of the row pitch");
  const Rectangle rectangle = {{origin[0], origin[1], origin[2]},
                               {region[0], region[1], region[2]},
                               row,
                               slice_pitch != 0 ? slice_pitch : slice};
  // Fails if the end of the region overflows, so that later computations cannot.
  sum(offset_of(rectangle.origin, row, rectangle.slice_pitch),
      offset_of(rectangle.region, row, rectangle.slice_pitch));
  return rectangle;
}

void require_within(const Rectangle &rectangle, const Buffer &buffer) {
  require(rectangle.begin() + rectangle.span() <= buffer.size(), CL_INVALID_VALUE,
          "the region is not inside the buffer");
}

bool share_bytes(const Buffer &source, const Rectangle &from, const Buffer &destination,
                 const Rectangle &to) {
  if (!share_bytes(source, from.begin(), from.span(), destination, to.begin(), to.span())) {
    return false;
  }
  if (from.row_pitch != to.row_pitch || from.slice_pitch != to.slice_pitch) {
    return true;
  }
  // As in the appendix of the specification: regions do not overlap if one fits into the gaps
  // between the rows, or between the slices, of the other.
  const size_t begin = source.offset() + from.begin();
  const size_t other = destination.offset() + to.begin();
  const size_t slice = (from.region.y - 1) * from.row_pitch + from.region.x;
  return !miss(begin % from.row_pitch, other % from.row_pitch, from.region.x, from.row_pitch) &&
         !miss(begin % from.slice_pitch, other % from.slice_pitch, slice, from.slice_pitch);
}

mux_buffer_region_info_t region_info(const Rectangle &from, const Rectangle &to) {
  return {from.region,
          from.origin,
          to.origin,
          {from.row_pitch, from.slice_pitch},
          {to.row_pitch, to.slice_pitch}};
}

}  // namespace mux::opencl
