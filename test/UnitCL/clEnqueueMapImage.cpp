#include "images.h"

namespace mux::test::cl_enqueue_map_image {

namespace {

struct MappedImage {
  cl_int code = 0;
  size_t row_pitch = 1;
  size_t slice_pitch = 1;
  std::byte *bytes = nullptr;
};

MappedImage map(cl_command_queue queue, cl_mem image, cl_map_flags flags, const size_t *origin,
                const size_t *region) {
  MappedImage mapped;
  mapped.bytes = static_cast<std::byte *>(
      clEnqueueMapImage(queue, image, CL_TRUE, flags, origin, region, &mapped.row_pitch,
                        &mapped.slice_pitch, 0, nullptr, nullptr, &mapped.code));
  CHECK((mapped.bytes != nullptr) == (mapped.code == CL_SUCCESS));
  return mapped;
}

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapImage: returns the memory of images of all types") {
  const ImageCase tried = GENERATE(from_range(image_cases()));
  std::vector<cl_uint> pixels = numbers<cl_uint>(tried.pixels());
  const Handle<cl_mem> picture = image(r32, tried.description, CL_MEM_COPY_HOST_PTR, pixels.data());
  const MappedImage mapped =
      map(queue, picture, CL_MAP_READ | CL_MAP_WRITE, tried.origin, tried.region);
  succeed(mapped.code);
  CHECK((mapped.slice_pitch != 0) == tried.has_slices());
  const bool layers_are_rows = tried.description.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  for (size_t z = 0; z < tried.region[2]; ++z) {
    for (size_t y = 0; y < tried.region[1]; ++y) {
      for (size_t x = 0; x < tried.region[0]; ++x) {
        auto *pixel = reinterpret_cast<cl_uint *>(
            mapped.bytes + z * mapped.slice_pitch +
            y * (layers_are_rows ? mapped.slice_pitch : mapped.row_pitch) + x * 4);
        cl_uint &expected =
            pixels[((tried.origin[2] + z) * tried.whole[1] + tried.origin[1] + y) * tried.whole[0] +
                   tried.origin[0] + x];
        CHECK(*pixel == expected);
        expected = *pixel += 10000;
      }
    }
  }
  succeed(clEnqueueUnmapMemObject(queue, picture, mapped.bytes, 0, nullptr, nullptr));
  CHECK(pixels_of(queue, picture, tried) == pixels);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapImage: CL_MEM_USE_HOST_PTR maps to that memory") {
  std::vector<cl_uint> host = numbers<cl_uint>(40);
  cl_image_desc description = plane(4, 4);
  description.image_row_pitch = 40;
  const Handle<cl_mem> picture = image(r32, description, CL_MEM_USE_HOST_PTR, host.data());
  const size_t origin[3] = {2, 1, 0};
  const size_t region[3] = {2, 2, 1};
  const MappedImage mapped = map(queue, picture, CL_MAP_READ, origin, region);
  CHECK(mapped.bytes == reinterpret_cast<std::byte *>(host.data() + 12));
  CHECK(mapped.row_pitch == 40);
  CHECK(mapped.slice_pitch == 0);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapImage: layers of an array of 1D images, with a pitch") {
  std::vector<cl_uint> host = numbers<cl_uint>(60);
  cl_image_desc description = description_of(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 0, 0, 3);
  description.image_row_pitch = 20;
  description.image_slice_pitch = 80;
  const Handle<cl_mem> picture = image(r32, description, CL_MEM_USE_HOST_PTR, host.data());
  const size_t origin[3] = {1, 2, 0};
  const size_t region[3] = {2, 1, 1};
  const MappedImage mapped = map(queue, picture, CL_MAP_READ, origin, region);
  CHECK(mapped.bytes == reinterpret_cast<std::byte *>(host.data() + 41));
  CHECK(mapped.slice_pitch == 80);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapImage: event, queue and wait list arguments") {
  const Handle<cl_mem> picture = image(r32, plane(4, 4));
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  size_t row_pitch = 0;
  check_enqueue(*this, CL_COMMAND_MAP_IMAGE,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  cl_int code = 1;
                  // 2D images have no slice pitch.
                  clEnqueueMapImage(on, picture, CL_FALSE, CL_MAP_WRITE, origin, region, &row_pitch,
                                    nullptr, count, list, event, &code);
                  return code;
                });
  CHECK(row_pitch == 16);
  expect_info(clGetMemObjectInfo, static_cast<cl_mem>(picture), CL_MEM_MAP_COUNT, cl_uint{1});
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapImage: CL_INVALID_VALUE") {
  const ImageCase tried = GENERATE(from_range(image_cases()));
  const Handle<cl_mem> picture = image(r32, tried.description);
  const size_t begin[3] = {};
  for (const WrongImageBox &wrong : wrong_boxes(tried)) {
    INFO(wrong.name);
    expect(map(queue, picture, CL_MAP_READ, wrong.origin.data(), wrong.region.data()).code,
           CL_INVALID_VALUE);
  }
  expect(map(queue, picture, CL_MAP_READ, nullptr, tried.whole).code, CL_INVALID_VALUE);
  expect(map(queue, picture, CL_MAP_READ, begin, nullptr).code, CL_INVALID_VALUE);
  expect(map(queue, picture, 8, begin, tried.whole).code, CL_INVALID_VALUE);
  expect(map(queue, picture, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, begin, tried.whole).code,
         CL_INVALID_VALUE);
  size_t pitch = 0;
  cl_int code = 0;
  CHECK(clEnqueueMapImage(queue, picture, CL_TRUE, CL_MAP_READ, begin, tried.whole, nullptr, &pitch,
                          0, nullptr, nullptr, &code) == nullptr);
  expect(code, CL_INVALID_VALUE);
  clEnqueueMapImage(queue, picture, CL_TRUE, CL_MAP_READ, begin, tried.whole, &pitch, nullptr, 0,
                    nullptr, nullptr, &code);
  expect(code, tried.has_slices() ? CL_INVALID_VALUE : CL_SUCCESS);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapImage: invalid objects and flags") {
  const Handle<cl_mem> picture = image(r32, plane(4, 4));
  const Handle<cl_mem> memory = buffer(64);
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  expect(map(queue, nullptr, CL_MAP_READ, origin, region).code, CL_INVALID_MEM_OBJECT);
  expect(map(queue, memory, CL_MAP_READ, origin, region).code, CL_INVALID_MEM_OBJECT);
  expect(map(other_queue, picture, CL_MAP_READ, origin, region).code, CL_INVALID_CONTEXT);
  struct Case {
    cl_mem_flags memory;
    cl_map_flags map;
  };
  for (const Case tried :
       {Case{CL_MEM_HOST_WRITE_ONLY, CL_MAP_READ}, Case{CL_MEM_HOST_NO_ACCESS, CL_MAP_READ},
        Case{CL_MEM_HOST_READ_ONLY, CL_MAP_WRITE},
        Case{CL_MEM_HOST_READ_ONLY, CL_MAP_WRITE_INVALIDATE_REGION},
        Case{CL_MEM_HOST_NO_ACCESS, CL_MAP_WRITE}}) {
    expect(map(queue, image(r32, plane(4, 4), tried.memory), tried.map, origin, region).code,
           CL_INVALID_OPERATION);
  }
}

TEST_CASE_METHOD(QueueFixture,
                 "clEnqueueMapImage: CL_INVALID_OPERATION for regions mapped for writing") {
  const Handle<cl_mem> memory = buffer(256);
  cl_image_desc description = plane(8, 8);
  description.mem_object = memory;
  const Handle<cl_mem> picture = image(r32, description);
  const auto write = [&](size_t x, size_t y) {
    const size_t origin[3] = {x, y, 0};
    const size_t region[3] = {4, 4, 1};
    return map(queue, picture, CL_MAP_WRITE, origin, region);
  };
  succeed(write(0, 0).code);
  expect(write(3, 3).code, CL_INVALID_OPERATION);
  succeed(write(4, 0).code);
  succeed(write(4, 4).code);
  // The buffer of the image.
  cl_int code = 0;
  clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_WRITE, 0, 4, 0, nullptr, nullptr, &code);
  expect(code, CL_INVALID_OPERATION);
}

}  // namespace mux::test::cl_enqueue_map_image
