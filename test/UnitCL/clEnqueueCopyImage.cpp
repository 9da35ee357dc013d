#include "images.h"

namespace mux::test::cl_enqueue_copy_image {

TEST_CASE_METHOD(QueueFixture,
                 "clEnqueueCopyImage: copies regions between images of the same type") {
  const ImageCase tried = GENERATE(from_range(image_cases()));
  std::vector<cl_uint> pixels = numbers<cl_uint>(tried.pixels());
  std::vector<cl_uint> expected(tried.pixels(), 7777);
  const Handle<cl_mem> source = image(r32, tried.description, CL_MEM_COPY_HOST_PTR, pixels.data());
  const Handle<cl_mem> destination =
      image(r32, tried.description, CL_MEM_COPY_HOST_PTR, expected.data());
  const size_t begin[3] = {};
  succeed(clEnqueueCopyImage(queue, source, destination, tried.origin, begin, tried.region, 0,
                             nullptr, nullptr));
  for (size_t z = 0; z < tried.region[2]; ++z) {
    for (size_t y = 0; y < tried.region[1]; ++y) {
      for (size_t x = 0; x < tried.region[0]; ++x) {
        expected[(z * tried.whole[1] + y) * tried.whole[0] + x] =
            pixels[((tried.origin[2] + z) * tried.whole[1] + tried.origin[1] + y) * tried.whole[0] +
                   tried.origin[0] + x];
      }
    }
  }
  CHECK(pixels_of(queue, destination, tried) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyImage: from a 2D image to a slice") {
  std::vector<cl_uint> pixels = numbers<cl_uint>(16);
  const Handle<cl_mem> source = image(r32, plane(4, 4), CL_MEM_COPY_HOST_PTR, pixels.data());
  const ImageCase volume = {
      description_of(CL_MEM_OBJECT_IMAGE3D, 4, 4, 3), {4, 4, 3}, {0, 0, 0}, {4, 4, 3}};
  std::vector<cl_uint> expected(48, 7);
  const Handle<cl_mem> destination =
      image(r32, volume.description, CL_MEM_COPY_HOST_PTR, expected.data());
  const size_t from[3] = {1, 1, 0};
  const size_t to[3] = {0, 2, 1};
  const size_t region[3] = {3, 2, 1};
  succeed(clEnqueueCopyImage(queue, source, destination, from, to, region, 0, nullptr, nullptr));
  std::copy_n(pixels.begin() + 5, 3, expected.begin() + 16 + 8);
  std::copy_n(pixels.begin() + 9, 3, expected.begin() + 16 + 12);
  CHECK(pixels_of(queue, destination, volume) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyImage: event, queue and wait list arguments") {
  const Handle<cl_mem> source = image(r32, plane(4, 4));
  const Handle<cl_mem> destination = image(r32, plane(4, 4), CL_MEM_HOST_NO_ACCESS);
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  check_enqueue(*this, CL_COMMAND_COPY_IMAGE,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueCopyImage(on, source, destination, origin, origin, region, count,
                                            list, event);
                });
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyImage: CL_INVALID_VALUE") {
  const ImageCase tried = GENERATE(from_range(image_cases()));
  const Handle<cl_mem> source = image(r32, tried.description);
  const Handle<cl_mem> destination = image(r32, tried.description);
  const size_t begin[3] = {};
  const auto copy = [&](const size_t *from, const size_t *to, const size_t *region) {
    return clEnqueueCopyImage(queue, source, destination, from, to, region, 0, nullptr, nullptr);
  };
  for (const WrongImageBox &wrong : wrong_boxes(tried)) {
    INFO(wrong.name);
    expect(copy(wrong.origin.data(), begin, wrong.region.data()), CL_INVALID_VALUE);
    expect(copy(begin, wrong.origin.data(), wrong.region.data()), CL_INVALID_VALUE);
  }
  expect(copy(nullptr, begin, tried.whole), CL_INVALID_VALUE);
  expect(copy(begin, nullptr, tried.whole), CL_INVALID_VALUE);
  expect(copy(begin, begin, nullptr), CL_INVALID_VALUE);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyImage: invalid objects") {
  const Handle<cl_mem> picture = image(r32, plane(4, 4));
  const Handle<cl_mem> other_format = image(rgba8, plane(4, 4));
  const Handle<cl_mem> memory = buffer(64);
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  const auto copy = [&](cl_command_queue on, cl_mem source, cl_mem destination) {
    return clEnqueueCopyImage(on, source, destination, origin, origin, region, 0, nullptr, nullptr);
  };
  expect(copy(queue, nullptr, picture), CL_INVALID_MEM_OBJECT);
  expect(copy(queue, picture, nullptr), CL_INVALID_MEM_OBJECT);
  expect(copy(queue, memory, picture), CL_INVALID_MEM_OBJECT);
  expect(copy(queue, picture, memory), CL_INVALID_MEM_OBJECT);
  expect(copy(queue, picture, other_format), CL_IMAGE_FORMAT_MISMATCH);
  expect(copy(other_queue, picture, picture), CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyImage: CL_MEM_COPY_OVERLAP within an image") {
  const Handle<cl_mem> picture = image(r32, plane(8, 8));
  const size_t region[3] = {3, 3, 1};
  const auto copy = [&](size_t x, size_t y) {
    const size_t from[3] = {1, 1, 0};
    const size_t to[3] = {x, y, 0};
    return clEnqueueCopyImage(queue, picture, picture, from, to, region, 0, nullptr, nullptr);
  };
  expect(copy(1, 1), CL_MEM_COPY_OVERLAP);
  expect(copy(3, 3), CL_MEM_COPY_OVERLAP);
  expect(copy(0, 3), CL_MEM_COPY_OVERLAP);
  succeed(copy(4, 1));
  succeed(copy(1, 4));
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyImage: CL_MEM_COPY_OVERLAP of images of one buffer") {
  const Handle<cl_mem> memory = buffer(256);
  cl_image_desc description = plane(8, 8);
  description.mem_object = memory;
  const Handle<cl_mem> one = image(r32, description);
  const Handle<cl_mem> other = image(r32, description);
  const size_t from[3] = {0, 0, 0};
  const size_t to[3] = {2, 2, 0};
  const size_t region[3] = {3, 3, 1};
  expect(clEnqueueCopyImage(queue, one, other, from, to, region, 0, nullptr, nullptr),
         CL_MEM_COPY_OVERLAP);
}

}  // namespace mux::test::cl_enqueue_copy_image
