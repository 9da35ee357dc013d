/// @file
/// Invalid arguments of copies between images and buffers in either direction, enqueued or
/// recorded.
#pragma once

#include "images.h"

namespace mux::test {

/// Regions outside of the image, and offsets outside of the buffer.
/// @param memory of the same size as the image.
/// @param copy called with the image, the buffer, the origin, the region and the offset.
template <typename Copy>
void expect_wrong_places_refused(const ImageCase &tried, cl_mem picture, cl_mem memory, Copy copy) {
  const size_t begin[3] = {};
  for (const WrongImageBox &wrong : wrong_boxes(tried)) {
    INFO(wrong.name);
    expect(copy(picture, memory, wrong.origin.data(), wrong.region.data(), 0), CL_INVALID_VALUE);
  }
  expect(copy(picture, memory, nullptr, tried.whole, 0), CL_INVALID_VALUE);
  expect(copy(picture, memory, begin, nullptr, 0), CL_INVALID_VALUE);
  expect(copy(picture, memory, begin, tried.whole, 1), CL_INVALID_VALUE);
  expect(copy(picture, memory, begin, tried.whole, 4), CL_INVALID_VALUE);
  expect(copy(picture, memory, begin, tried.whole, SIZE_MAX), CL_INVALID_VALUE);
}

/// NULL, and objects of the other kind.
/// @param picture has 4 x 4 pixels.
template <typename Copy>
void expect_wrong_objects_refused(cl_mem picture, cl_mem memory, Copy copy) {
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  expect(copy(nullptr, memory, origin, region, 0), CL_INVALID_MEM_OBJECT);
  expect(copy(picture, nullptr, origin, region, 0), CL_INVALID_MEM_OBJECT);
  expect(copy(memory, memory, origin, region, 0), CL_INVALID_MEM_OBJECT);
  expect(copy(picture, picture, origin, region, 0), CL_INVALID_MEM_OBJECT);
}

}  // namespace mux::test
