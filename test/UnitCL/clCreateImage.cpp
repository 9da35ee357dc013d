#include "images.h"

namespace mux::test::cl_create_image {

namespace {

cl_mem create(cl_context context, const cl_image_desc &description, cl_int *code,
              cl_mem_flags flags = 0, void *host = nullptr, cl_image_format format = r32) {
  return clCreateImage(context, flags, &format, &description, host, code);
}

/// Calls clCreateImage() with an invalid description.
void refuse(cl_context context, cl_int expected, const cl_image_desc &description,
            void *host = nullptr, cl_image_format format = r32,
            std::source_location where = std::source_location::current()) {
  const cl_mem_flags flags = host != nullptr ? CL_MEM_COPY_HOST_PTR : 0;
  expect_none(
      expected,
      [&](cl_int *code) { return create(context, description, code, flags, host, format); }, where);
}

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clCreateImage: CL_MEM_COPY_HOST_PTR copies rows with gaps") {
  std::vector<cl_uint> host = numbers<cl_uint>(1000);
  for (ImageCase tried : image_cases()) {
    const bool layers_are_rows = tried.description.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const size_t row = 25;
    const size_t slice = layers_are_rows ? 2 * row : row * (tried.whole[1] + 1);
    tried.description.image_row_pitch = row * 4;
    tried.description.image_slice_pitch = tried.has_slices() ? slice * 4 : 0;
    const Handle<cl_mem> picture = image(r32, tried.description, CL_MEM_COPY_HOST_PTR, host.data());
    std::vector<cl_uint> expected;
    for (size_t z = 0; z < tried.whole[2]; ++z) {
      for (size_t y = 0; y < tried.whole[1]; ++y) {
        for (size_t x = 0; x < tried.whole[0]; ++x) {
          expected.push_back(host[z * slice + y * (layers_are_rows ? slice : row) + x]);
        }
      }
    }
    CHECK(pixels_of(queue, picture, tried) == expected);
  }
}

TEST_CASE_METHOD(QueueFixture, "clCreateImage: CL_MEM_USE_HOST_PTR uses the memory") {
  std::vector<cl_uint> host(101, 7);
  // Unaligned host memory.
  void *begin = reinterpret_cast<std::byte *>(host.data()) + 1;
  const Handle<cl_mem> picture = image(rgba8, plane(10, 10), CL_MEM_USE_HOST_PTR, begin);
  const cl_uint color[4] = {1, 2, 3, 4};
  const size_t origin[3] = {1, 0, 0};
  const size_t region[3] = {1, 1, 1};
  succeed(clEnqueueFillImage(queue, picture, color, origin, region, 0, nullptr, nullptr));
  succeed(clFinish(queue));
  const auto *bytes = static_cast<const cl_uchar *>(begin);
  CHECK(std::vector<cl_uchar>(bytes + 4, bytes + 8) == std::vector<cl_uchar>{1, 2, 3, 4});
}

TEST_CASE_METHOD(TwoDevicesFixture, "clCreateImage: all devices of a context see the same pixels") {
  const cl_image_desc description = plane(4, 4);
  const Handle<cl_mem> picture =
      created([&](cl_int *code) { return create(context, description, code); });
  const cl_uint color[4] = {9, 9, 9, 9};
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  succeed(clEnqueueFillImage(queues[1], picture, color, origin, region, 0, nullptr, nullptr));
  succeed(clFinish(queues[1]));
  cl_uint pixels[16];
  succeed(clEnqueueReadImage(queues[0], picture, CL_TRUE, origin, region, 0, 0, pixels, 0, nullptr,
                             nullptr));
  CHECK(pixels[15] == 9);
}

TEST_CASE_METHOD(QueueFixture, "clCreateImage: a 1D image from a buffer") {
  Handle<cl_mem> memory = buffer_of(numbers<cl_uint>(100), CL_MEM_READ_ONLY);
  cl_image_desc description = description_of(CL_MEM_OBJECT_IMAGE1D_BUFFER, 100);
  description.mem_object = memory;
  const Handle<cl_mem> picture = image(r32, description, 0);
  expect_info(clGetMemObjectInfo, static_cast<cl_mem>(picture), CL_MEM_FLAGS,
              cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR});
  const cl_uint pattern = 5;
  succeed(clEnqueueFillBuffer(queue, memory, &pattern, 4, 0, 4, 0, nullptr, nullptr));
  memory.reset();
  const ImageCase whole = {description, {100, 1, 1}, {}, {}};
  std::vector<cl_uint> expected = numbers<cl_uint>(100);
  expected[0] = 5;
  CHECK(pixels_of(queue, picture, whole) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clCreateImage: a 2D image from a buffer, with a pitch") {
  const Handle<cl_mem> memory = buffer_of(numbers<cl_uint>(100));
  const cl_buffer_region region = {128, 200};
  const Handle<cl_mem> part = created([&](cl_int *code) {
    return clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
  });
  cl_image_desc description = plane(3, 4);
  description.image_row_pitch = 40;
  description.mem_object = part;
  const Handle<cl_mem> picture = image(r32, description, 0);
  const ImageCase whole = {description, {3, 4, 1}, {}, {}};
  CHECK(pixels_of(queue, picture, whole) ==
        std::vector<cl_uint>{32, 33, 34, 42, 43, 44, 52, 53, 54, 62, 63, 64});
  description.image_height = 6;
  refuse(context, CL_INVALID_IMAGE_SIZE, description);
}

TEST_CASE_METHOD(ContextFixture, "clCreateImage: CL_INVALID_CONTEXT") {
  refuse(nullptr, CL_INVALID_CONTEXT, plane(4, 4));
}

TEST_CASE_METHOD(ContextFixture, "clCreateImage: CL_INVALID_VALUE for invalid flags") {
  cl_uint host[16];
  for (const cl_mem_flags flags :
       {cl_mem_flags{1} << 40, cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_READ_ONLY},
        cl_mem_flags{CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR},
        cl_mem_flags{CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS}}) {
    expect_none(CL_INVALID_VALUE,
                [&](cl_int *code) { return create(context, plane(4, 4), code, flags, host); });
  }
  const Handle<cl_mem> memory = buffer(64, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY);
  cl_image_desc description = plane(4, 4);
  description.mem_object = memory;
  for (const cl_mem_flags flags :
       {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_USE_HOST_PTR,
        CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR}) {
    expect_none(CL_INVALID_VALUE,
                [&](cl_int *code) { return create(context, description, code, flags, host); });
  }
}

TEST_CASE_METHOD(ContextFixture, "clCreateImage: CL_INVALID_IMAGE_FORMAT_DESCRIPTOR") {
  const cl_image_desc description = plane(4, 4);
  expect_none(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, [&](cl_int *code) {
    return clCreateImage(context, 0, nullptr, &description, nullptr, code);
  });
  for (const cl_image_format format :
       {cl_image_format{0, CL_FLOAT}, cl_image_format{CL_RGBA, 0}, cl_image_format{1, 1},
        cl_image_format{CL_RGB, CL_UNORM_INT8}, cl_image_format{CL_RGBA, CL_UNORM_SHORT_565},
        cl_image_format{CL_R, CL_UNORM_INT_101010}, cl_image_format{CL_RGB, CL_UNORM_INT_101010_2},
        cl_image_format{CL_RGBx, CL_UNORM_INT8}, cl_image_format{CL_RGBA | 0x10000, CL_FLOAT}}) {
    refuse(context, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, description, nullptr, format);
  }
  const Handle<cl_mem> memory = buffer(1000);
  cl_image_desc of_buffer = plane(4, 4);
  of_buffer.mem_object = memory;
  for (const size_t pitch : {15, 18}) {
    of_buffer.image_row_pitch = pitch;
    refuse(context, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, of_buffer);
  }
  std::vector<cl_uint> host(17);
  const Handle<cl_mem> unaligned =
      buffer(64, CL_MEM_USE_HOST_PTR, reinterpret_cast<std::byte *>(host.data()) + 2);
  of_buffer.image_row_pitch = 0;
  of_buffer.mem_object = unaligned;
  refuse(context, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, of_buffer);
}

TEST_CASE_METHOD(ContextFixture, "clCreateImage: CL_IMAGE_FORMAT_NOT_SUPPORTED") {
  for (const cl_image_format format :
       {cl_image_format{CL_Rx, CL_UNORM_INT8}, cl_image_format{CL_RGBx, CL_UNORM_SHORT_565},
        cl_image_format{CL_sRGBx, CL_UNORM_INT8}, cl_image_format{CL_INTENSITY, CL_SIGNED_INT8}}) {
    refuse(context, CL_IMAGE_FORMAT_NOT_SUPPORTED, plane(4, 4), nullptr, format);
  }
  for (const cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE3D}) {
    const cl_image_desc other = description_of(type, 4, 4, 4);
    refuse(context, CL_IMAGE_FORMAT_NOT_SUPPORTED, other, nullptr, {CL_DEPTH, CL_FLOAT});
  }
}

TEST_CASE_METHOD(QueueFixture,
                 "clCreateImage: an image from an image, with another channel order") {
  struct View {
    cl_image_format of;
    cl_channel_order order;
    /// White at half luminance.
    std::vector<cl_uchar> pixel;
  };
  const View view = GENERATE(View{{CL_RGBA, CL_UNORM_INT8}, CL_sRGBA, {0xbc, 0xbc, 0xbc, 0x80}},
                             View{{CL_sRGBA, CL_UNORM_INT8}, CL_RGBA, {0x80, 0x80, 0x80, 0x80}},
                             View{{CL_BGRA, CL_UNORM_INT8}, CL_sBGRA, {0xbc, 0xbc, 0xbc, 0x80}},
                             View{{CL_sBGRA, CL_UNORM_INT8}, CL_BGRA, {0x80, 0x80, 0x80, 0x80}},
                             View{{CL_R, CL_UNORM_INT16}, CL_DEPTH, {0, 0x80}},
                             View{{CL_R, CL_FLOAT}, CL_DEPTH, {0, 0, 0, 0x3f}});
  const Handle<cl_mem> whole = image(view.of, plane(3, 2));
  cl_image_desc description = plane(3, 2);
  description.mem_object = whole;
  const Handle<cl_mem> seen = image({view.order, view.of.image_channel_data_type}, description);
  const cl_float color[4] = {0.5F, 0.5F, 0.5F, 0.5F};
  const size_t origin[3] = {};
  const size_t region[3] = {3, 2, 1};
  succeed(clEnqueueFillImage(queue, seen, color, origin, region, 0, nullptr, nullptr));
  std::vector<cl_uchar> pixels(6 * view.pixel.size());
  succeed(clEnqueueReadImage(queue, whole, CL_TRUE, origin, region, 0, 0, pixels.data(), 0, nullptr,
                             nullptr));
  for (size_t i = 0; i < pixels.size(); ++i) {
    CHECK(pixels[i] == view.pixel[i % view.pixel.size()]);
  }
}

TEST_CASE_METHOD(ContextFixture, "clCreateImage: CL_INVALID_IMAGE_DESCRIPTOR") {
  cl_uint host[1000];
  expect_none(CL_INVALID_IMAGE_DESCRIPTOR, [&](cl_int *code) {
    return clCreateImage(context, 0, &r32, nullptr, nullptr, code);
  });
  refuse(context, CL_INVALID_IMAGE_DESCRIPTOR, description_of(CL_MEM_OBJECT_BUFFER, 4));
  refuse(context, CL_INVALID_IMAGE_DESCRIPTOR, description_of(CL_MEM_OBJECT_PIPE, 4));
  refuse(context, CL_INVALID_IMAGE_DESCRIPTOR, description_of(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4));
  cl_image_desc description = plane(4, 4);
  description.num_mip_levels = 1;
  refuse(context, CL_INVALID_IMAGE_DESCRIPTOR, description);
  description = plane(4, 4);
  description.num_samples = 1;
  refuse(context, CL_INVALID_IMAGE_DESCRIPTOR, description);
  description = plane(4, 4);
  description.image_row_pitch = 16;
  refuse(context, CL_INVALID_IMAGE_DESCRIPTOR, description);
  for (const size_t pitch : {15, 18}) {
    description.image_row_pitch = pitch;
    refuse(context, CL_INVALID_IMAGE_DESCRIPTOR, description, host);
  }
  cl_image_desc volume = description_of(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4);
  for (const size_t pitch : {48, 72}) {
    volume.image_slice_pitch = pitch;
    refuse(context, CL_INVALID_IMAGE_DESCRIPTOR, volume, host);
  }
}

TEST_CASE_METHOD(QueueFixture,
                 "clCreateImage: CL_INVALID_IMAGE_DESCRIPTOR for an unsuitable mem_object") {
  const Handle<cl_mem> memory = buffer(1000);
  const Handle<cl_mem> picture = image(r32, plane(4, 4));
  cl_image_desc description = description_of(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4);
  description.mem_object = memory;
  refuse(context, CL_INVALID_IMAGE_DESCRIPTOR, description);
  description = description_of(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4);
  description.mem_object = picture;
  refuse(context, CL_INVALID_IMAGE_DESCRIPTOR, description);
  // Another kind of object.
  description.mem_object = reinterpret_cast<cl_mem>(static_cast<cl_command_queue>(queue));
  refuse(context, CL_INVALID_IMAGE_DESCRIPTOR, description);
  description = plane(4, 4);
  description.mem_object = memory;
  refuse(other_context, CL_INVALID_CONTEXT, description);
  // Images share pixels only with another channel order.
  description.mem_object = picture;
  refuse(context, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, description);
  description.image_width = 2;
  refuse(context, CL_INVALID_IMAGE_DESCRIPTOR, description);
  const Handle<cl_mem> colors = image({CL_RGBA, CL_UNORM_INT8}, plane(4, 4));
  description = plane(4, 4);
  description.mem_object = colors;
  refuse(context, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, description, nullptr,
         {CL_sBGRA, CL_UNORM_INT8});
}

TEST_CASE_METHOD(ContextFixture, "clCreateImage: CL_INVALID_IMAGE_SIZE") {
  const auto most = [&](cl_device_info name) {
    return info<size_t>(clGetDeviceInfo, device, name);
  };
  const size_t width = most(CL_DEVICE_IMAGE2D_MAX_WIDTH);
  const size_t depth = most(CL_DEVICE_IMAGE3D_MAX_DEPTH);
  const size_t layers = most(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
  for (const cl_image_desc &description :
       {plane(0, 4), plane(4, 0), plane(width + 1, 4),
        plane(4, most(CL_DEVICE_IMAGE2D_MAX_HEIGHT) + 1), description_of(CL_MEM_OBJECT_IMAGE1D, 0),
        description_of(CL_MEM_OBJECT_IMAGE1D, width + 1),
        description_of(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 0, 0, 0),
        description_of(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 0, 0, layers + 1),
        description_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 4, 0, 0),
        description_of(CL_MEM_OBJECT_IMAGE3D, 4, 4, 0),
        description_of(CL_MEM_OBJECT_IMAGE3D, 4, 4, depth + 1),
        description_of(CL_MEM_OBJECT_IMAGE3D, width, width, depth)}) {
    refuse(context, CL_INVALID_IMAGE_SIZE, description);
  }
  const Handle<cl_mem> memory = buffer(63);
  cl_image_desc row = description_of(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
  row.mem_object = memory;
  refuse(context, CL_INVALID_IMAGE_SIZE, row);
  row.image_width = most(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE) + 1;
  refuse(context, CL_INVALID_IMAGE_SIZE, row);
}

TEST_CASE_METHOD(ContextFixture, "clCreateImage: CL_MEM_OBJECT_ALLOCATION_FAILURE") {
  const size_t width = info<size_t>(clGetDeviceInfo, device, CL_DEVICE_IMAGE2D_MAX_WIDTH);
  cl_image_desc planes = description_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, width, width);
  planes.image_array_size = 2048;
  refuse(context, CL_MEM_OBJECT_ALLOCATION_FAILURE, planes, nullptr, {CL_RGBA, CL_FLOAT});
}

TEST_CASE_METHOD(ContextFixture, "clCreateImage: CL_INVALID_HOST_PTR") {
  cl_uint host[16];
  for (const cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    expect_none(CL_INVALID_HOST_PTR,
                [&](cl_int *code) { return create(context, plane(4, 4), code, flags); });
  }
  expect_none(CL_INVALID_HOST_PTR,
              [&](cl_int *code) { return create(context, plane(4, 4), code, 0, host); });
}

}  // namespace mux::test::cl_create_image
