#include "images.h"

namespace mux::test::cl_enqueue_read_image {

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadImage: reads regions of images of all types") {
  const ImageCase tried = GENERATE(from_range(image_cases()));
  std::vector<cl_uint> pixels = numbers<cl_uint>(tried.pixels());
  const Handle<cl_mem> picture = image(r32, tried.description, CL_MEM_COPY_HOST_PTR, pixels.data());
  CHECK(pixels_of(queue, picture, tried) == pixels);
  // Rows of 10 pixels, slices of 8 rows or, if layers are rows, of one.
  const bool with_pitches = GENERATE(false, true);
  const bool layers_are_rows = tried.description.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const size_t row = with_pitches ? 10 : tried.region[0];
  const size_t slice = with_pitches ? 80 : row * (layers_are_rows ? 1 : tried.region[1]);
  std::vector<cl_uint> values(1000, 7777);
  std::vector<cl_uint> expected = values;
  for (size_t z = 0; z < tried.region[2]; ++z) {
    for (size_t y = 0; y < tried.region[1]; ++y) {
      for (size_t x = 0; x < tried.region[0]; ++x) {
        expected[z * slice + y * (layers_are_rows ? slice : row) + x] =
            pixels[((tried.origin[2] + z) * tried.whole[1] + tried.origin[1] + y) * tried.whole[0] +
                   tried.origin[0] + x];
      }
    }
  }
  succeed(clEnqueueReadImage(
      queue, picture, CL_TRUE, tried.origin, tried.region, with_pitches ? row * 4 : 0,
      with_pitches && tried.has_slices() ? slice * 4 : 0, values.data(), 0, nullptr, nullptr));
  CHECK(values == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadImage: event, queue and wait list arguments") {
  const Handle<cl_mem> picture = image(r32, plane(4, 4));
  cl_uint values[16];
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  check_enqueue(*this, CL_COMMAND_READ_IMAGE,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueReadImage(on, picture, CL_FALSE, origin, region, 0, 0, values,
                                            count, list, event);
                });
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadImage: CL_INVALID_VALUE") {
  const ImageCase tried = GENERATE(from_range(image_cases()));
  const Handle<cl_mem> picture = image(r32, tried.description);
  std::vector<cl_uint> values(1000);
  const size_t origin[3] = {};
  const auto read = [&](const size_t *from, const size_t *region, size_t row, size_t slice,
                        void *pointer) {
    return clEnqueueReadImage(queue, picture, CL_TRUE, from, region, row, slice, pointer, 0,
                              nullptr, nullptr);
  };
  for (const WrongImageBox &wrong : wrong_boxes(tried)) {
    INFO(wrong.name);
    expect(read(wrong.origin.data(), wrong.region.data(), 0, 0, values.data()), CL_INVALID_VALUE);
  }
  expect(read(nullptr, tried.whole, 0, 0, values.data()), CL_INVALID_VALUE);
  expect(read(origin, nullptr, 0, 0, values.data()), CL_INVALID_VALUE);
  expect(read(origin, tried.whole, 0, 0, nullptr), CL_INVALID_VALUE);
  expect(read(origin, tried.whole, tried.whole[0] * 4 - 1, 0, values.data()), CL_INVALID_VALUE);
  const size_t small_slice = tried.has_slices() ? tried.whole[0] * 4 - 4 : 1000;
  expect(read(origin, tried.whole, 0, small_slice, values.data()), CL_INVALID_VALUE);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadImage: invalid objects and flags") {
  const Handle<cl_mem> picture = image(r32, plane(4, 4));
  const Handle<cl_mem> memory = buffer(64);
  cl_uint values[16];
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  const auto read = [&](cl_command_queue on, cl_mem from) {
    return clEnqueueReadImage(on, from, CL_TRUE, origin, region, 0, 0, values, 0, nullptr, nullptr);
  };
  expect(read(queue, nullptr), CL_INVALID_MEM_OBJECT);
  expect(read(queue, memory), CL_INVALID_MEM_OBJECT);
  expect(read(other_queue, picture), CL_INVALID_CONTEXT);
  for (const cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    expect(read(queue, image(r32, plane(4, 4), flags)), CL_INVALID_OPERATION);
  }
  const Handle<cl_event> user = user_event();
  succeed(clSetUserEventStatus(user, -1));
  expect(clEnqueueReadImage(queue, picture, CL_TRUE, origin, region, 0, 0, values, 1,
                            user.address(), nullptr),
         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

}  // namespace mux::test::cl_enqueue_read_image
