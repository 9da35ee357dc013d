#include "images.h"

namespace mux::test::cl_get_supported_image_formats {

namespace {

std::vector<cl_image_format> formats_of(cl_context context, cl_mem_flags flags,
                                        cl_mem_object_type type) {
  cl_uint count = 0;
  succeed(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count));
  std::vector<cl_image_format> formats(count);
  succeed(clGetSupportedImageFormats(context, flags, type, count, formats.data(), nullptr));
  return formats;
}

bool has(const std::vector<cl_image_format> &formats, cl_channel_order order,
         cl_channel_type type) {
  return std::ranges::any_of(formats, [&](const cl_image_format &format) {
    return format.image_channel_order == order && format.image_channel_data_type == type;
  });
}

}  // namespace

TEST_CASE_METHOD(ContextFixture,
                 "clGetSupportedImageFormats: all formats that OpenCL 3.0 requires") {
  const cl_mem_object_type type =
      GENERATE(CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
               CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D);
  const cl_mem_flags flags = GENERATE(CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
                                      CL_MEM_KERNEL_READ_AND_WRITE);
  const std::vector<cl_image_format> formats = formats_of(context, flags, type);
  for (const cl_channel_order order : {CL_R, CL_RG, CL_RGBA}) {
    for (const cl_channel_type channel :
         {CL_UNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT8, CL_SNORM_INT16, CL_SIGNED_INT8,
          CL_SIGNED_INT16, CL_SIGNED_INT32, CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32,
          CL_HALF_FLOAT, CL_FLOAT}) {
      CHECK(has(formats, order, channel));
    }
  }
  CHECK(has(formats, CL_BGRA, CL_UNORM_INT8));
}

TEST_CASE_METHOD(ContextFixture, "clGetSupportedImageFormats: additional formats") {
  const cl_mem_object_type type =
      GENERATE(CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
               CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D);
  const cl_mem_flags flags = GENERATE(CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
                                      CL_MEM_KERNEL_READ_AND_WRITE);
  const std::vector<cl_image_format> formats = formats_of(context, flags, type);
  for (const cl_channel_order order :
       {CL_sRGBA, CL_sBGRA, CL_ABGR, CL_ARGB, CL_A, CL_RA, CL_INTENSITY, CL_LUMINANCE}) {
    CHECK(has(formats, order, CL_UNORM_INT8));
  }
  CHECK(has(formats, CL_RGB, CL_UNORM_SHORT_565));
  CHECK(has(formats, CL_RGBA, CL_UNORM_INT_101010_2));
  CHECK(has(formats, CL_ABGR, 0x10E5));
  const bool depth = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  CHECK(has(formats, CL_DEPTH, CL_UNORM_INT16) == depth);
  CHECK(has(formats, CL_DEPTH, CL_FLOAT) == depth);
  for (const cl_image_format &format : formats) {
    for (const cl_channel_order order : {CL_Rx, CL_RGx, CL_RGBx, CL_sRGB, CL_sRGBx}) {
      CHECK(format.image_channel_order != order);
    }
  }
}

TEST_CASE_METHOD(ContextFixture,
                 "clGetSupportedImageFormats: images can be created with each format") {
  for (const cl_image_format &format :
       formats_of(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D)) {
    INFO(std::hex << format.image_channel_order << ' ' << format.image_channel_data_type);
    const Handle<cl_mem> picture = image(format, plane(4, 4));
    const auto size =
        info<size_t>(clGetImageInfo, static_cast<cl_mem>(picture), CL_IMAGE_ELEMENT_SIZE);
    CHECK((size & (size - 1)) == 0);
    CHECK(info<size_t>(clGetImageInfo, static_cast<cl_mem>(picture), CL_IMAGE_ROW_PITCH) ==
          4 * size);
    CHECK(info<size_t>(clGetMemObjectInfo, static_cast<cl_mem>(picture), CL_MEM_SIZE) == 16 * size);
  }
}

TEST_CASE_METHOD(ContextFixture, "clGetSupportedImageFormats: fills a short array") {
  cl_image_format formats[3] = {};
  cl_uint count = 0;
  succeed(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 2, formats,
                                     &count));
  CHECK(count > 2);
  CHECK(formats[1].image_channel_order != 0);
  CHECK(formats[2].image_channel_order == 0);
}

TEST_CASE_METHOD(ContextFixture, "clGetSupportedImageFormats: invalid arguments") {
  cl_image_format format{};
  cl_uint count = 0;
  const auto get = [&](cl_context in, cl_mem_flags flags, cl_mem_object_type type,
                       cl_uint entries) {
    return clGetSupportedImageFormats(in, flags, type, entries, &format, &count);
  };
  expect(get(nullptr, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 1), CL_INVALID_CONTEXT);
  expect(get(context, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 1),
         CL_INVALID_VALUE);
  expect(get(context, cl_mem_flags{1} << 40, CL_MEM_OBJECT_IMAGE2D, 1), CL_INVALID_VALUE);
  expect(get(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_BUFFER, 1), CL_INVALID_VALUE);
  expect(get(context, CL_MEM_READ_WRITE, 0, 1), CL_INVALID_VALUE);
  expect(get(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_supported_image_formats
