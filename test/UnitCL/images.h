/// @file
/// Images for tests of commands: one of each type, and helpers to read and write them.
#pragma once

#include "fixtures.h"

namespace mux::test {

inline constexpr cl_image_format rgba8 = {CL_RGBA, CL_UNSIGNED_INT8};
inline constexpr cl_image_format r32 = {CL_R, CL_UNSIGNED_INT32};

inline cl_image_desc description_of(cl_mem_object_type type, size_t width, size_t height = 0,
                                    size_t depth = 0, size_t layers = 0) {
  cl_image_desc description{};
  description.image_type = type;
  description.image_width = width;
  description.image_height = height;
  description.image_depth = depth;
  description.image_array_size = layers;
  return description;
}

inline cl_image_desc plane(size_t width, size_t height) {
  return description_of(CL_MEM_OBJECT_IMAGE2D, width, height);
}

/// An image type with a size, and a region in it.
struct ImageCase {
  cl_image_desc description;
  /// As in commands: layers are the last dimension.
  size_t whole[3];
  size_t origin[3];
  size_t region[3];

  size_t pixels() const { return whole[0] * whole[1] * whole[2]; }
  bool has_slices() const {
    return description.image_type == CL_MEM_OBJECT_IMAGE3D ||
           description.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ||
           description.image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
  bool has(size_t x, size_t y, size_t z) const {
    return x >= origin[0] && x < origin[0] + region[0] && y >= origin[1] &&
           y < origin[1] + region[1] && z >= origin[2] && z < origin[2] + region[2];
  }
};

inline std::vector<ImageCase> image_cases() {
  return {
      {description_of(CL_MEM_OBJECT_IMAGE1D, 20), {20, 1, 1}, {3, 0, 0}, {7, 1, 1}},
      {description_of(CL_MEM_OBJECT_IMAGE1D_ARRAY, 20, 0, 0, 5), {20, 5, 1}, {3, 1, 0}, {7, 3, 1}},
      {plane(12, 9), {12, 9, 1}, {2, 3, 0}, {5, 4, 1}},
      {description_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, 6, 5, 0, 4), {6, 5, 4}, {1, 2, 1}, {4, 3, 2}},
      {description_of(CL_MEM_OBJECT_IMAGE3D, 6, 5, 4), {6, 5, 4}, {2, 1, 1}, {3, 4, 2}},
  };
}

/// Reads all pixels of an image with 32-bit pixels.
inline std::vector<cl_uint> pixels_of(cl_command_queue queue, cl_mem image,
                                      const ImageCase &tried) {
  std::vector<cl_uint> pixels(tried.pixels());
  const size_t origin[3] = {};
  succeed(clEnqueueReadImage(queue, image, CL_TRUE, origin, tried.whole, 0, 0, pixels.data(), 0,
                             nullptr, nullptr));
  return pixels;
}

/// Invalid regions of an image.
struct WrongImageBox {
  const char *name;
  std::vector<size_t> origin;
  std::vector<size_t> region;
};

/// For each type: regions beyond its size, empty ones, and in dimensions that it does not have.
inline std::vector<WrongImageBox> wrong_boxes(const ImageCase &tried) {
  std::vector<WrongImageBox> wrong;
  const std::vector<size_t> begin(3, 0);
  const std::vector<size_t> whole(tried.whole, tried.whole + 3);
  for (size_t dimension = 0; dimension < 3; ++dimension) {
    WrongImageBox far = {"origin outside", begin, {1, 1, 1}};
    far.origin[dimension] = whole[dimension];
    wrong.push_back(far);
    far.name = "origin far outside";
    far.origin[dimension] = SIZE_MAX;
    wrong.push_back(far);
    WrongImageBox large = {"region too large", begin, whole};
    ++large.region[dimension];
    wrong.push_back(large);
    WrongImageBox empty = {"empty region", begin, whole};
    empty.region[dimension] = 0;
    wrong.push_back(empty);
  }
  return wrong;
}

}  // namespace mux::test
