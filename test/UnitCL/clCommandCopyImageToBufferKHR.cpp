#include "command_buffers.h"
#include "image_buffer_copies.h"

namespace mux::test::cl_command_copy_image_to_buffer_khr {

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandCopyImageToBufferKHR: copies regions of all image types") {
  for (const ImageCase &tried : image_cases()) {
    const OwnCommandBuffer target(functions, queue);
    std::vector<cl_uint> pixels = numbers<cl_uint>(tried.pixels());
    const auto pictured =
        image(r32, tried.description, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, pixels.data());
    std::vector<cl_uint> expected(tried.pixels() + 1, 1000);
    const auto memory = buffer_of(expected);
    succeed(functions.copy_image_to_buffer(target, nullptr, nullptr, pictured, memory, tried.origin,
                                           tried.region, 4, 0, nullptr, nullptr, nullptr));
    finalize_and_run(target);
    size_t at = 0;
    size_t packed = 0;
    for (size_t z = 0; z < tried.whole[2]; ++z) {
      for (size_t y = 0; y < tried.whole[1]; ++y) {
        for (size_t x = 0; x < tried.whole[0]; ++x, ++at) {
          if (tried.has(x, y, z)) {
            expected[++packed] = pixels[at];
          }
        }
      }
    }
    CHECK(contents<cl_uint>(memory) == expected);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandCopyImageToBufferKHR: queue, sync-point and handle arguments") {
  const auto pictured = image(r32, plane(4, 4));
  const auto memory = buffer(64);
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  check_recording(
      *this, false,
      [&](auto target, auto on, auto properties, auto count, auto list, auto point, auto handle) {
        return functions.copy_image_to_buffer(target, on, properties, pictured, memory, origin,
                                              region, 0, count, list, point, handle);
      });
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandCopyImageToBufferKHR: CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, "
                 "CL_INVALID_VALUE") {
  const auto pictured = image(r32, plane(4, 4));
  const auto memory = buffer(64);
  const auto other_description = plane(4, 4);
  const auto other_image = created([&](cl_int *code) {
    return clCreateImage(other_context, 0, &r32, &other_description, nullptr, code);
  });
  const auto other =
      created([&](cl_int *code) { return clCreateBuffer(other_context, 0, 64, nullptr, code); });
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  const auto copy = [&](cl_mem image, cl_mem buffer, const size_t *at, const size_t *size,
                        size_t offset) {
    return functions.copy_image_to_buffer(command_buffer, nullptr, nullptr, image, buffer, at, size,
                                          offset, 0, nullptr, nullptr, nullptr);
  };
  expect(copy(other_image, memory, origin, region, 0), CL_INVALID_CONTEXT);
  expect(copy(pictured, other, origin, region, 0), CL_INVALID_CONTEXT);
  expect_wrong_objects_refused(pictured, memory, copy);
  expect_wrong_places_refused({plane(4, 4), {4, 4, 1}, {}, {}}, pictured, memory, copy);
  finalize_and_run(command_buffer);
}

}  // namespace mux::test::cl_command_copy_image_to_buffer_khr
