#include "command_buffers.h"
#include "images.h"

namespace mux::test::cl_command_fill_image_khr {

TEST_CASE_METHOD(CommandBufferFixture, "clCommandFillImageKHR: fills regions of all image types") {
  for (const ImageCase &tried : image_cases()) {
    const OwnCommandBuffer target(functions, queue);
    std::vector<cl_uint> expected(tried.pixels(), 0);
    const auto filled =
        image(r32, tried.description, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, expected.data());
    const cl_uint color[4] = {42, 0, 0, 0};
    succeed(functions.fill_image(target, nullptr, nullptr, filled, color, tried.origin,
                                 tried.region, 0, nullptr, nullptr, nullptr));
    finalize_and_run(target);
    size_t at = 0;
    for (size_t z = 0; z < tried.whole[2]; ++z) {
      for (size_t y = 0; y < tried.whole[1]; ++y) {
        for (size_t x = 0; x < tried.whole[0]; ++x) {
          expected[at++] = tried.has(x, y, z) ? 42 : 0;
        }
      }
    }
    CHECK(pixels_of(queue, filled, tried) == expected);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandFillImageKHR: queue, sync-point and handle arguments") {
  const auto filled = image(r32, plane(4, 4));
  const cl_uint color[4] = {};
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  check_recording(
      *this, false,
      [&](auto target, auto on, auto properties, auto count, auto list, auto point, auto handle) {
        return functions.fill_image(target, on, properties, filled, color, origin, region, count,
                                    list, point, handle);
      });
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandFillImageKHR: CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, "
                 "CL_INVALID_VALUE") {
  const auto filled = image(r32, plane(4, 4));
  const auto memory = buffer(64);
  const auto other_description = plane(4, 4);
  const auto other = created([&](cl_int *code) {
    return clCreateImage(other_context, 0, &r32, &other_description, nullptr, code);
  });
  const cl_uint color[4] = {};
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 1};
  const auto fill = [&](cl_mem target, const void *with, const size_t *from, const size_t *size) {
    return functions.fill_image(command_buffer, nullptr, nullptr, target, with, from, size, 0,
                                nullptr, nullptr, nullptr);
  };
  expect(fill(other, color, origin, region), CL_INVALID_CONTEXT);
  expect(fill(nullptr, color, origin, region), CL_INVALID_MEM_OBJECT);
  expect(fill(memory, color, origin, region), CL_INVALID_MEM_OBJECT);
  expect(fill(filled, nullptr, origin, region), CL_INVALID_VALUE);
  expect(fill(filled, color, nullptr, region), CL_INVALID_VALUE);
  expect(fill(filled, color, origin, nullptr), CL_INVALID_VALUE);
  const ImageCase tried = {plane(4, 4), {4, 4, 1}, {}, {}};
  for (const WrongImageBox &wrong : wrong_boxes(tried)) {
    INFO(wrong.name);
    expect(fill(filled, color, wrong.origin.data(), wrong.region.data()), CL_INVALID_VALUE);
  }
  finalize_and_run(command_buffer);
}

}  // namespace mux::test::cl_command_fill_image_khr
