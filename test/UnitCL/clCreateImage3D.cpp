#include "images.h"

namespace mux::test::cl_create_image_3d {

TEST_CASE_METHOD(QueueFixture, "clCreateImage3D: creates a 3D image, also with pitches") {
  std::vector<cl_uint> host = numbers<cl_uint>(100);
  const Handle<cl_mem> picture = created([&](cl_int *code) {
    return clCreateImage3D(context, CL_MEM_COPY_HOST_PTR, &r32, 2, 2, 2, 20, 60, host.data(), code);
  });
  const ImageCase whole = {description_of(CL_MEM_OBJECT_IMAGE3D, 2, 2, 2), {2, 2, 2}, {}, {}};
  CHECK(pixels_of(queue, picture, whole) == std::vector<cl_uint>{0, 1, 5, 6, 15, 16, 20, 21});
  expect_info(clGetMemObjectInfo, static_cast<cl_mem>(picture), CL_MEM_TYPE,
              cl_mem_object_type{CL_MEM_OBJECT_IMAGE3D});
}

TEST_CASE_METHOD(ContextFixture, "clCreateImage3D: invalid arguments") {
  const auto create = [&](cl_context in, cl_mem_flags flags, const cl_image_format *format,
                          size_t width, size_t depth, size_t row, size_t slice, void *host) {
    return [=](cl_int *code) {
      return clCreateImage3D(in, flags, format, width, 4, depth, row, slice, host, code);
    };
  };
  cl_uint host[100];
  const cl_image_format nothing = {1, 1};
  const cl_image_format plane_only = {CL_DEPTH, CL_FLOAT};
  constexpr cl_mem_flags copy = CL_MEM_COPY_HOST_PTR;
  const size_t most = info<size_t>(clGetDeviceInfo, device, CL_DEVICE_IMAGE3D_MAX_DEPTH);
  expect_none(CL_INVALID_CONTEXT, create(nullptr, 0, &r32, 4, 4, 0, 0, nullptr));
  expect_none(CL_INVALID_VALUE, create(context, cl_mem_flags{1} << 40, &r32, 4, 4, 0, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, create(context, 0, nullptr, 4, 4, 0, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
              create(context, 0, &nothing, 4, 4, 0, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, 0, &r32, 0, 4, 0, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, 0, &r32, 4, 0, 0, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, 0, &r32, 4, 1, 0, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, 0, &r32, 4, most + 1, 0, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, 0, &r32, 4, 4, 16, 0, nullptr));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, 0, &r32, 4, 4, 0, 64, nullptr));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, copy, &r32, 4, 4, 12, 0, host));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, copy, &r32, 4, 4, 0, 48, host));
  expect_none(CL_INVALID_IMAGE_SIZE, create(context, copy, &r32, 4, 4, 0, 72, host));
  expect_none(CL_INVALID_HOST_PTR, create(context, copy, &r32, 4, 4, 0, 0, nullptr));
  expect_none(CL_INVALID_HOST_PTR, create(context, 0, &r32, 4, 4, 0, 0, host));
  expect_none(CL_IMAGE_FORMAT_NOT_SUPPORTED, create(context, 0, &plane_only, 4, 4, 0, 0, nullptr));
}

}  // namespace mux::test::cl_create_image_3d
