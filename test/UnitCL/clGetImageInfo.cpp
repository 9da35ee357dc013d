#include "images.h"

namespace mux::test::cl_get_image_info {

namespace {

void expect_size(cl_mem picture, cl_image_info name, size_t expected,
                 std::source_location where = std::source_location::current()) {
  expect_info(clGetImageInfo, picture, name, expected, where);
}

}  // namespace

TEST_CASE_METHOD(ContextFixture, "clGetImageInfo: queries of each image type") {
  const ImageCase tried = GENERATE(from_range(image_cases()));
  const Handle<cl_mem> handle = image(r32, tried.description);
  const cl_mem picture = handle;
  const cl_image_desc &description = tried.description;
  expect_size(picture, CL_IMAGE_ELEMENT_SIZE, 4);
  expect_size(picture, CL_IMAGE_WIDTH, description.image_width);
  expect_size(picture, CL_IMAGE_HEIGHT, description.image_height);
  expect_size(picture, CL_IMAGE_DEPTH, description.image_depth);
  expect_size(picture, CL_IMAGE_ARRAY_SIZE, description.image_array_size);
  const size_t row = description.image_width * 4;
  expect_size(picture, CL_IMAGE_ROW_PITCH, row);
  const size_t rows = std::max<size_t>(description.image_height, 1);
  expect_size(picture, CL_IMAGE_SLICE_PITCH, tried.has_slices() ? row * rows : 0);
  expect_info(clGetImageInfo, picture, CL_IMAGE_NUM_MIP_LEVELS, cl_uint{0});
  expect_info(clGetImageInfo, picture, CL_IMAGE_NUM_SAMPLES, cl_uint{0});
  expect_info(clGetImageInfo, picture, CL_IMAGE_BUFFER, cl_mem{nullptr});
  const auto format = info<cl_image_format>(clGetImageInfo, picture, CL_IMAGE_FORMAT);
  CHECK(format.image_channel_order == CL_R);
  CHECK(format.image_channel_data_type == CL_UNSIGNED_INT32);
}

TEST_CASE_METHOD(ContextFixture, "clGetImageInfo: only the members that the image type has") {
  cl_image_desc description = description_of(CL_MEM_OBJECT_IMAGE1D, 10, 20, 30, 40);
  const Handle<cl_mem> picture = image(r32, description);
  expect_size(picture, CL_IMAGE_HEIGHT, 0);
  expect_size(picture, CL_IMAGE_DEPTH, 0);
  expect_size(picture, CL_IMAGE_ARRAY_SIZE, 0);
}

TEST_CASE_METHOD(ContextFixture, "clGetImageInfo: pitches as they were given, and the buffer") {
  std::vector<cl_uint> host(1000);
  cl_image_desc description = description_of(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4);
  description.image_row_pitch = 20;
  description.image_slice_pitch = 100;
  const Handle<cl_mem> volume = image(r32, description, CL_MEM_COPY_HOST_PTR, host.data());
  expect_size(volume, CL_IMAGE_ROW_PITCH, 20);
  expect_size(volume, CL_IMAGE_SLICE_PITCH, 100);
  const Handle<cl_mem> memory = buffer(400);
  description = plane(4, 4);
  description.mem_object = memory;
  description.image_row_pitch = 48;
  const Handle<cl_mem> picture = image(r32, description);
  expect_size(picture, CL_IMAGE_ROW_PITCH, 48);
  expect_info(clGetImageInfo, static_cast<cl_mem>(picture), CL_IMAGE_BUFFER,
              static_cast<cl_mem>(memory));
}

TEST_CASE_METHOD(ContextFixture, "clGetImageInfo: CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE") {
  const Handle<cl_mem> picture = image(r32, plane(4, 4));
  const Handle<cl_mem> memory = buffer(64);
  size_t value = 0;
  for (const cl_mem wrong : {cl_mem{nullptr}, static_cast<cl_mem>(memory)}) {
    expect(clGetImageInfo(wrong, CL_IMAGE_WIDTH, sizeof value, &value, nullptr),
           CL_INVALID_MEM_OBJECT);
  }
  expect(clGetImageInfo(picture, CL_MEM_SIZE, sizeof value, &value, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_image_info
