#include "opencl/platform/limits.h"

#include <algorithm>

namespace mux::opencl::limits {
namespace {

constexpr uint64_t largest_pixel = 16;

/// The largest power of two whose so-manyth power of pixels fits into memory, from `least` on and
/// no more than the device takes.
size_t longest(const mux_device_info_s &info, int dimensions, size_t least, size_t most) {
  size_t length = least;
  for (;;) {
    uint64_t bytes = largest_pixel;
    for (int dimension = 0; dimension < dimensions; ++dimension) {
      bytes *= 2 * length;
    }
    if (2 * length > most || bytes > info.allocation_size) {
      return std::min(length, most);
    }
    length *= 2;
  }
}

}  // namespace

size_t image_2d_limit(const mux_device_info_s &info) {
  return longest(info, 2, 16384, info.max_image_dimension_2d);
}

size_t image_3d_limit(const mux_device_info_s &info) {
  return longest(info, 3, 2048, info.max_image_dimension_3d);
}

}  // namespace mux::opencl::limits
