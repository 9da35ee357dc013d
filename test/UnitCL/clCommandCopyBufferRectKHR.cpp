#include "command_buffers.h"
#include "rectangles.h"

namespace mux::test::cl_command_copy_buffer_rect_khr {

TEST_CASE_METHOD(CommandBufferFixture, "clCommandCopyBufferRectKHR: copies regions") {
  std::vector<cl_uchar> bytes = numbers<cl_uchar>(240);
  const auto source = buffer_of(bytes);
  const auto destination = buffer_of(std::vector<cl_uchar>(300, 255));
  std::vector<cl_uchar> expected(300, 255);
  for (const BoxPair &pair : box_pairs()) {
    succeed(functions.copy_buffer_rect(
        command_buffer, nullptr, nullptr, source, destination, pair.from.origin, pair.to.origin,
        pair.region, pair.from.row_pitch, pair.from.slice_pitch, pair.to.row_pitch,
        pair.to.slice_pitch, 0, nullptr, nullptr, nullptr));
    copy_box(bytes, pair.from, expected, pair.to, pair.region);
  }
  finalize_and_run(command_buffer);
  CHECK(contents<cl_uchar>(destination) == expected);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandCopyBufferRectKHR: queue, sync-point and handle arguments") {
  const auto source = buffer(64);
  const auto destination = buffer(64);
  const size_t origin[3] = {};
  const size_t region[3] = {4, 2, 1};
  check_recording(
      *this, false,
      [&](auto target, auto on, auto properties, auto count, auto list, auto point, auto handle) {
        return functions.copy_buffer_rect(target, on, properties, source, destination, origin,
                                          origin, region, 0, 0, 0, 0, count, list, point, handle);
      });
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "clCommandCopyBufferRectKHR: CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, "
                 "CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP") {
  const auto memory = buffer(64);
  const auto second = buffer(1024);
  const auto other =
      created([&](cl_int *code) { return clCreateBuffer(other_context, 0, 64, nullptr, code); });
  const size_t origin[3] = {};
  const size_t region[3] = {4, 2, 1};
  const auto copy = [&](cl_mem source, cl_mem destination) {
    return functions.copy_buffer_rect(command_buffer, nullptr, nullptr, source, destination, origin,
                                      origin, region, 0, 0, 0, 0, 0, nullptr, nullptr, nullptr);
  };
  expect(copy(other, memory), CL_INVALID_CONTEXT);
  expect(copy(memory, other), CL_INVALID_CONTEXT);
  expect(copy(nullptr, memory), CL_INVALID_MEM_OBJECT);
  expect(copy(memory, nullptr), CL_INVALID_MEM_OBJECT);
  expect(copy(memory, memory), CL_MEM_COPY_OVERLAP);
  for (const WrongBox &wrong : wrong_boxes()) {
    INFO(wrong.name);
    expect(functions.copy_buffer_rect(command_buffer, nullptr, nullptr, memory, second,
                                      wrong.origin, wrong.host_origin, wrong.region,
                                      wrong.row_pitch, wrong.slice_pitch, wrong.host_row_pitch,
                                      wrong.host_slice_pitch, 0, nullptr, nullptr, nullptr),
           CL_INVALID_VALUE);
  }
  finalize_and_run(command_buffer);
}

}  // namespace mux::test::cl_command_copy_buffer_rect_khr
