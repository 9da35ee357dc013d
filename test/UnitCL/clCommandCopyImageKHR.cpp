#include "command_buffers.h"
#include "images.h"

namespace mux::test::cl_command_copy_image_khr {

TEST_CASE_METHOD(CommandBufferFixture, "clCommandCopyImageKHR: copies regions of all image types") {
  for (const ImageCase &tried : image_cases()) {
    const OwnCommandBuffer target(functions, queue);
    std::vector<cl_uint> pixels = numbers<cl_uint>(tried.pixels());
    std::vector<cl_uint> expected(tried.pixels(), 1000);
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    const auto source = image(r32, tried.description, flags, pixels.data());
    const auto destination = image(r32, tried.description, flags, expected.data());
    succeed(functions.copy_image(target, nullptr, nullptr, source, destination, tried.origin,
                                 tried.origin, tried.region, 0, nullptr, nullptr, nullptr));
    finalize_and_run(target);
    size_t at = 0;
    for (size_t z = 0; z < tried.whole[2]; ++z) {
      for (size_t y = 0; y < tried.whole[1]; ++y) {
        for (size_t x = 0; x < tried.whole[0]; ++x, ++at) {
          expected[at] = tried.has(x, y, z) ? pixels[at] : 1000;
        }
      }
    }
    CHECK(pixels_of(queue, destination, tried) == expected);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandCopyImageKHR: queue, sync-point and handle arguments") {
  const auto source = image(r32, plane(4, 4));
  const auto destination = image(r32, plane(4, 4));
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  check_recording(
      *this, false,
      [&](auto target, auto on, auto properties, auto count, auto list, auto point, auto handle) {
        return functions.copy_image(target, on, properties, source, destination, origin, origin,
                                    region, count, list, point, handle);
      });
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandCopyImageKHR: CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, "
                 "CL_IMAGE_FORMAT_MISMATCH, CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP") {
  const auto source = image(r32, plane(4, 4));
  const auto destination = image(r32, plane(4, 4));
  const auto bytes = image(rgba8, plane(4, 4));
  const auto other_description = plane(4, 4);
  const auto other = created([&](cl_int *code) {
    return clCreateImage(other_context, 0, &r32, &other_description, nullptr, code);
  });
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  const auto copy = [&](cl_mem from, cl_mem to, const size_t *at, const size_t *size) {
    return functions.copy_image(command_buffer, nullptr, nullptr, from, to, at, at, size, 0,
                                nullptr, nullptr, nullptr);
  };
  expect(copy(other, destination, origin, region), CL_INVALID_CONTEXT);
  expect(copy(source, other, origin, region), CL_INVALID_CONTEXT);
  expect(copy(nullptr, destination, origin, region), CL_INVALID_MEM_OBJECT);
  expect(copy(source, nullptr, origin, region), CL_INVALID_MEM_OBJECT);
  expect(copy(source, bytes, origin, region), CL_IMAGE_FORMAT_MISMATCH);
  expect(copy(source, source, origin, region), CL_MEM_COPY_OVERLAP);
  const ImageCase tried = {plane(4, 4), {4, 4, 1}, {}, {}};
  for (const WrongImageBox &wrong : wrong_boxes(tried)) {
    INFO(wrong.name);
    expect(copy(source, destination, wrong.origin.data(), wrong.region.data()), CL_INVALID_VALUE);
  }
  finalize_and_run(command_buffer);
}

}  // namespace mux::test::cl_command_copy_image_khr
