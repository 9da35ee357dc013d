#include "images.h"

namespace mux::test::cl_enqueue_fill_image {

TEST_CASE_METHOD(QueueFixture, "clEnqueueFillImage: fills regions of images of all types") {
  const ImageCase tried = GENERATE(from_range(image_cases()));
  std::vector<cl_uint> expected = numbers<cl_uint>(tried.pixels());
  const Handle<cl_mem> picture =
      image(r32, tried.description, CL_MEM_COPY_HOST_PTR, expected.data());
  cl_uint color[4] = {1000, 1, 2, 3};
  succeed(
      clEnqueueFillImage(queue, picture, color, tried.origin, tried.region, 0, nullptr, nullptr));
  // The color was copied by the call.
  color[0] = 0;
  size_t index = 0;
  for (size_t z = 0; z < tried.whole[2]; ++z) {
    for (size_t y = 0; y < tried.whole[1]; ++y) {
      for (size_t x = 0; x < tried.whole[0]; ++x, ++index) {
        expected[index] = tried.has(x, y, z) ? 1000 : expected[index];
      }
    }
  }
  CHECK(pixels_of(queue, picture, tried) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueFillImage: converts the color") {
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  const auto filled = [&](const cl_image_format &format, const void *color) {
    const Handle<cl_mem> picture = image(format, plane(4, 4));
    succeed(clEnqueueFillImage(queue, picture, color, origin, region, 0, nullptr, nullptr));
    cl_uint pixels[16];
    succeed(clEnqueueReadImage(queue, picture, CL_TRUE, origin, region, 0, 0, pixels, 0, nullptr,
                               nullptr));
    CHECK(pixels[15] == pixels[0]);
    return pixels[0];
  };
  const cl_float color[4] = {1.0F, 0.0F, 2.0F, 0.5F};
  CHECK(filled({CL_RGBA, CL_UNORM_INT8}, color) == 0x80ff00ff);
  CHECK(filled({CL_BGRA, CL_UNORM_INT8}, color) == 0x80ff00ff);
  const cl_float red[4] = {1.0F, 0.0F, 0.0F, 1.0F};
  CHECK(filled({CL_BGRA, CL_UNORM_INT8}, red) == 0xffff0000);
  const cl_int integers[4] = {-1, 300, 0, 5};
  CHECK(filled({CL_RGBA, CL_SIGNED_INT8}, integers) == 0x05007fff);
  CHECK(filled({CL_ABGR, CL_UNORM_INT8}, red) == 0xff0000ff);
  const cl_float half[4] = {0.5F, 0.5F, 0.0F, 0.5F};
  CHECK(filled({CL_sRGBA, CL_UNORM_INT8}, half) == 0x8000bcbc);
  CHECK(filled({CL_sBGRA, CL_UNORM_INT8}, half) == 0x80bcbc00);
  // A single component.
  const std::vector<cl_float> depth = {0.5F};
  CHECK(filled({CL_DEPTH, CL_FLOAT}, depth.data()) == 0x3f000000);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueFillImage: event, queue and wait list arguments") {
  const Handle<cl_mem> picture = image(r32, plane(4, 4), CL_MEM_HOST_NO_ACCESS);
  const cl_uint color[4] = {};
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  check_enqueue(*this, CL_COMMAND_FILL_IMAGE,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueFillImage(on, picture, color, origin, region, count, list, event);
                });
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueFillImage: invalid arguments") {
  const ImageCase tried = GENERATE(from_range(image_cases()));
  const Handle<cl_mem> picture = image(r32, tried.description);
  const Handle<cl_mem> memory = buffer(64);
  const cl_uint color[4] = {};
  const size_t origin[3] = {};
  const auto fill = [&](cl_mem to, const void *with, const size_t *from, const size_t *region) {
    return clEnqueueFillImage(queue, to, with, from, region, 0, nullptr, nullptr);
  };
  for (const WrongImageBox &wrong : wrong_boxes(tried)) {
    INFO(wrong.name);
    expect(fill(picture, color, wrong.origin.data(), wrong.region.data()), CL_INVALID_VALUE);
  }
  expect(fill(picture, nullptr, origin, tried.whole), CL_INVALID_VALUE);
  expect(fill(picture, color, nullptr, tried.whole), CL_INVALID_VALUE);
  expect(fill(picture, color, origin, nullptr), CL_INVALID_VALUE);
  expect(fill(nullptr, color, origin, tried.whole), CL_INVALID_MEM_OBJECT);
  expect(fill(memory, color, origin, tried.whole), CL_INVALID_MEM_OBJECT);
  expect(clEnqueueFillImage(other_queue, picture, color, origin, tried.whole, 0, nullptr, nullptr),
         CL_INVALID_CONTEXT);
}

}  // namespace mux::test::cl_enqueue_fill_image
