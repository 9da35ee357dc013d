#include "external_memory.h"
#include "images.h"

namespace mux::test::cl_create_image_with_properties {

TEST_CASE_METHOD(QueueFixture,
                 "clCreateImageWithProperties: creates an image like clCreateImage()") {
  std::vector<cl_uint> pixels = numbers<cl_uint>(16);
  const cl_image_desc description = plane(4, 4);
  const cl_mem_properties none[] = {0};
  for (const bool with_list : {false, true}) {
    const Handle<cl_mem> picture = created([&](cl_int *code) {
      return clCreateImageWithProperties(context, with_list ? none : nullptr, CL_MEM_COPY_HOST_PTR,
                                         &r32, &description, pixels.data(), code);
    });
    const ImageCase whole = {description, {4, 4, 1}, {}, {}};
    CHECK(pixels_of(queue, picture, whole) == pixels);
    expect_list(clGetMemObjectInfo, static_cast<cl_mem>(picture), CL_MEM_PROPERTIES,
                std::vector<cl_mem_properties>(with_list ? 1 : 0));
  }
}

TEST_CASE_METHOD(QueueFixture, "clCreateImageWithProperties: an image in imported memory") {
  for (const ExternalFile &file : external_files(8192)) {
    CAPTURE(file.type);
    cl_image_desc description = plane(4, 4);
    // Rows may have a pitch.
    description.image_row_pitch = 64;
    std::vector<cl_uint> bytes(64);
    std::vector<cl_uint> pixels = numbers<cl_uint>(16);
    for (size_t i = 0; i < 16; ++i) {
      bytes[i / 4 * 16 + i % 4] = pixels[i];
    }
    file.write(bytes);
    const cl_mem_properties properties[] = {file.type, file.handle(), 0};
    const auto picture = created([&](cl_int *code) {
      return clCreateImageWithProperties(context, properties, 0, &r32, &description, nullptr, code);
    });
    const ImageCase whole = {description, {4, 4, 1}, {}, {}};
    CHECK(pixels_of(queue, picture, whole) == pixels);
    expect_info(clGetImageInfo, cl_mem(picture), CL_IMAGE_ROW_PITCH, size_t{64});
  }
  const ExternalFile file(4096);
  const cl_mem_properties properties[] = {file.type,
                                          static_cast<cl_mem_properties>(file.descriptor()), 0};
  const cl_image_desc large = plane(64, 17);
  expect_none(CL_INVALID_IMAGE_SIZE, [&](cl_int *code) {
    return clCreateImageWithProperties(context, properties, 0, &r32, &large, nullptr, code);
  });
  const auto memory = buffer(4096);
  cl_image_desc of_buffer = plane(4, 4);
  of_buffer.mem_object = memory;
  expect_none(CL_INVALID_PROPERTY, [&](cl_int *code) {
    return clCreateImageWithProperties(context, properties, 0, &r32, &of_buffer, nullptr, code);
  });
}

TEST_CASE_METHOD(ContextFixture, "clCreateImageWithProperties: invalid arguments") {
  const cl_image_desc description = plane(4, 4);
  const auto create = [&](cl_context in, const cl_mem_properties *properties, cl_mem_flags flags,
                          const cl_image_format *format, const cl_image_desc *given, void *host) {
    return [=](cl_int *code) {
      return clCreateImageWithProperties(in, properties, flags, format, given, host, code);
    };
  };
  const cl_mem_properties properties[] = {CL_MEM_FLAGS, 1, 0};
  cl_uint host[16];
  expect_none(CL_INVALID_CONTEXT, create(nullptr, nullptr, 0, &r32, &description, nullptr));
  expect_none(CL_INVALID_PROPERTY, create(context, properties, 0, &r32, &description, nullptr));
  expect_none(CL_INVALID_VALUE,
              create(context, nullptr, cl_mem_flags{1} << 40, &r32, &description, nullptr));
  expect_none(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
              create(context, nullptr, 0, nullptr, &description, nullptr));
  expect_none(CL_INVALID_IMAGE_DESCRIPTOR, create(context, nullptr, 0, &r32, nullptr, nullptr));
  expect_none(CL_INVALID_HOST_PTR, create(context, nullptr, 0, &r32, &description, host));
}

}  // namespace mux::test::cl_create_image_with_properties
