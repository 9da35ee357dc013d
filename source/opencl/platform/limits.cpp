#include "opencl/platform/limits.h"

#include <algorithm>

namespace mux::opencl::limits {
namespace {

constexpr uint64_t largest_pixel = 16;
/// Minimum values that OpenCL requires.
constexpr uint64_t min_constant_buffer = 64U << 10;
constexpr uint64_t min_global_variable = 64U << 10;
constexpr uint64_t min_image_buffer = 65536;
/// Code addresses program-scope variables by signed 32-bit displacements.
constexpr uint64_t max_global_variable = 1U << 30;

/// The largest power of two, at least `least` and at most `most`, such that an image of that length
/// in each of `dimensions` dimensions fits in the largest allocation.
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

/// Programs allocate several buffers of the reported size: four of them take half of memory.
uint64_t eighth_of_memory(const mux_device_info_s &info) {
  return info.memory_size / 8;
}

}  // namespace

uint64_t constant_buffer_size(const mux_device_info_s &info) {
  return std::min(std::max(eighth_of_memory(info), min_constant_buffer), info.allocation_size);
}

size_t global_variable_size(const mux_device_info_s &info) {
  return std::clamp(eighth_of_memory(info), min_global_variable, max_global_variable);
}

size_t image_2d_limit(const mux_device_info_s &info) {
  return longest(info, 2, 16384, info.max_image_dimension_2d);
}

size_t image_3d_limit(const mux_device_info_s &info) {
  return longest(info, 3, 2048, info.max_image_dimension_3d);
}

size_t image_buffer_limit(const mux_device_info_s &info) {
  return std::min<uint64_t>(std::max(info.allocation_size, min_image_buffer),
                            info.max_image_dimension_1d);
}

}  // namespace mux::opencl::limits
