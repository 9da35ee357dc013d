#include "images.h"

namespace mux::test::cl_create_image_2d {

TEST_CASE_METHOD(QueueFixture, "clCreateImage2D: creates a 2D image, also with a pitch") {
  std::vector<cl_uint> host = numbers<cl_uint>(40);
  const Handle<cl_mem> picture = created([&](cl_int *code) {
    return clCreateImage2D(context, CL_MEM_COPY_HOST_PTR, &r32, 2, 3, 40, host.data(), code);
  });
  const ImageCase whole = {plane(2, 3), {2, 3, 1}, {}, {}};
  CHECK(pixels_of(queue, picture, whole) == std::vector<cl_uint>{0, 1, 10, 11, 20, 21});
  expect_info(clGetMemObjectInfo, static_cast<cl_mem>(picture), CL_MEM_TYPE,
              cl_mem_object_type{CL_MEM_OBJECT_IMAGE2D});
}

TEST_CASE_METHOD(ContextFixture, "clCreateImage2D: invalid arguments") {
  const auto create = [&](cl_context in, cl_mem_flags flags, const cl_image_format *format,
                          size_t width, size_t height, size_t pitch, void *host) {
    return [=](cl_int *code) {
      return clCreateImage2D(in, flags, format, width, height, pitch, host, code);
    };
  };
  cl_uint host[100];
  const cl_image_format nothing = {1, 1};
  const cl_image_format padded = {CL_Rx, CL_FLOAT};
  constexpr cl_mem_flags copy = CL_MEM_COPY_HOST_PTR;
  const size_t most = info<size_t>(clGetDeviceInfo, device, CL_DEVICE_IMAGE2D_MAX_WIDTH);
  expect_none(CL_INVALID_CONTEXT, create(nullptr, 0, &r32, 4, 4, 0, nullptr));
  expect_none(CL_INVALID_VALUE, create(context, cl_mem_flags{1} << 40, &r32, 4, 4, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, create(context, 0, nullptr, 4, 4, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, create(context, 0, &nothing, 4, 4, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, 0, &r32, 0, 4, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, 0, &r32, 4, 0, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, 0, &r32, most + 1, 4, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, 0, &r32, 4, 4, 16, nullptr));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, copy, &r32, 4, 4, 12, host));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, copy, &r32, 4, 4, 18, host));
  expect_none(CL_INVALID_HOST_PTR, create(context, copy, &r32, 4, 4, 0, nullptr));
  expect_none(CL_INVALID_HOST_PTR, create(context, 0, &r32, 4, 4, 0, host));
  expect_none(CL_IMAGE_FORMAT_NOT_SUPPORTED, create(context, 0, &padded, 4, 4, 0, nullptr));
}

}  // namespace mux::test::cl_create_image_2d
