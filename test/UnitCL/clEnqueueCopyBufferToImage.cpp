#include "image_buffer_copies.h"

namespace mux::test::cl_enqueue_copy_buffer_to_image {

namespace {

/// Has the parameters of the opposite copy.
cl_int copy(cl_command_queue queue, cl_mem picture, cl_mem memory, const size_t *origin,
            const size_t *region, size_t offset, cl_uint count = 0, const cl_event *list = nullptr,
            cl_event *event = nullptr) {
  return clEnqueueCopyBufferToImage(queue, memory, picture, offset, origin, region, count, list,
                                    event);
}

}  // namespace

TEST_CASE_METHOD(QueueFixture,
                 "clEnqueueCopyBufferToImage: copies to regions of images of all types") {
  const ImageCase tried = GENERATE(from_range(image_cases()));
  std::vector<cl_uint> expected(tried.pixels(), 7777);
  const Handle<cl_mem> picture =
      image(r32, tried.description, CL_MEM_COPY_HOST_PTR, expected.data());
  const Handle<cl_mem> memory = buffer_of(numbers<cl_uint>(100));
  succeed(copy(queue, picture, memory, tried.origin, tried.region, 12));
  cl_uint value = 3;
  for (size_t z = 0; z < tried.region[2]; ++z) {
    for (size_t y = 0; y < tried.region[1]; ++y) {
      for (size_t x = 0; x < tried.region[0]; ++x, ++value) {
        expected[((tried.origin[2] + z) * tried.whole[1] + tried.origin[1] + y) * tried.whole[0] +
                 tried.origin[0] + x] = value;
      }
    }
  }
  CHECK(pixels_of(queue, picture, tried) == expected);
}

TEST_CASE_METHOD(QueueFixture,
                 "clEnqueueCopyBufferToImage: is ordered between writes of the buffer") {
  const Handle<cl_mem> memory = buffer(1 << 22);
  const Handle<cl_mem> picture = image(r32, plane(1024, 1024));
  const ImageCase whole = {plane(1024, 1024), {1024, 1024, 1}, {0, 0, 0}, {1024, 1024, 1}};
  for (cl_uint round = 0; round < 10; ++round) {
    const cl_uint after = 1000;
    succeed(clEnqueueFillBuffer(queue, memory, &round, 4, 0, 1 << 22, 0, nullptr, nullptr));
    succeed(copy(queue, picture, memory, whole.origin, whole.region, 0));
    succeed(clEnqueueFillBuffer(queue, memory, &after, 4, 0, 1 << 22, 0, nullptr, nullptr));
    CHECK(pixels_of(queue, picture, whole) == std::vector<cl_uint>(1 << 20, round));
  }
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBufferToImage: event, queue and wait list arguments") {
  const Handle<cl_mem> picture = image(r32, plane(4, 4), CL_MEM_HOST_NO_ACCESS);
  const Handle<cl_mem> memory = buffer(64, CL_MEM_HOST_NO_ACCESS);
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  check_enqueue(*this, CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return copy(on, picture, memory, origin, region, 0, count, list, event);
                });
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBufferToImage: CL_INVALID_VALUE") {
  const ImageCase tried = GENERATE(from_range(image_cases()));
  const Handle<cl_mem> picture = image(r32, tried.description);
  const Handle<cl_mem> memory = buffer(tried.pixels() * 4);
  const size_t begin[3] = {};
  expect_wrong_places_refused(tried, picture, memory,
                              [&](auto... arguments) { return copy(queue, arguments...); });
  succeed(copy(queue, picture, memory, begin, tried.whole, 0));
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBufferToImage: invalid objects") {
  const Handle<cl_mem> picture = image(r32, plane(4, 4));
  const Handle<cl_mem> memory = buffer(64);
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  expect_wrong_objects_refused(picture, memory,
                               [&](auto... arguments) { return copy(queue, arguments...); });
  expect(copy(other_queue, picture, memory, origin, region, 0), CL_INVALID_CONTEXT);
  // An image created from the buffer.
  cl_image_desc row = description_of(CL_MEM_OBJECT_IMAGE1D_BUFFER, 8);
  row.mem_object = memory;
  const Handle<cl_mem> own = image(r32, row);
  const size_t pixels[3] = {4, 1, 1};
  expect(copy(queue, own, memory, origin, pixels, 32), CL_INVALID_MEM_OBJECT);
}

}  // namespace mux::test::cl_enqueue_copy_buffer_to_image
