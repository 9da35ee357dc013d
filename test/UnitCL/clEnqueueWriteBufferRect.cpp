#include "rectangles.h"

namespace mux::test::cl_enqueue_write_buffer_rect {

TEST_CASE_METHOD(QueueFixture,
                 "clEnqueueWriteBufferRect: writes regions with the pitches of both sides") {
  const Handle<cl_mem> memory = buffer_of(std::vector<cl_uchar>(300, 255));
  const BoxPair boxes = GENERATE(from_range(box_pairs()));
  const std::vector<cl_uchar> host = numbers<cl_uchar>(240);
  std::vector<cl_uchar> expected(300, 255);
  copy_box(host, boxes.from, expected, boxes.to, boxes.region);
  succeed(clEnqueueWriteBufferRect(queue, memory, CL_TRUE, boxes.to.origin, boxes.from.origin,
                                   boxes.region, boxes.to.row_pitch, boxes.to.slice_pitch,
                                   boxes.from.row_pitch, boxes.from.slice_pitch, host.data(), 0,
                                   nullptr, nullptr));
  CHECK(contents<cl_uchar>(memory) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueWriteBufferRect: event, queue and wait list arguments") {
  const Handle<cl_mem> memory = buffer(64);
  const cl_uchar host[64] = {};
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 4};
  check_enqueue(*this, CL_COMMAND_WRITE_BUFFER_RECT,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueWriteBufferRect(on, memory, CL_FALSE, origin, origin, region, 0,
                                                  0, 0, 0, host, count, list, event);
                });
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueWriteBufferRect: invalid arguments") {
  const Handle<cl_mem> memory = buffer(64);
  const cl_uchar host[64] = {};
  for (const WrongBox &wrong : wrong_boxes()) {
    INFO(wrong.name);
    expect(clEnqueueWriteBufferRect(queue, memory, CL_TRUE, wrong.origin, wrong.host_origin,
                                    wrong.region, wrong.row_pitch, wrong.slice_pitch,
                                    wrong.host_row_pitch, wrong.host_slice_pitch, host, 0, nullptr,
                                    nullptr),
           CL_INVALID_VALUE);
  }
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 4};
  const auto write = [&](cl_command_queue on, cl_mem to, const void *pointer) {
    return clEnqueueWriteBufferRect(on, to, CL_TRUE, origin, origin, region, 0, 0, 0, 0, pointer, 0,
                                    nullptr, nullptr);
  };
  expect(write(queue, memory, nullptr), CL_INVALID_VALUE);
  expect(write(queue, nullptr, host), CL_INVALID_MEM_OBJECT);
  expect(write(other_queue, memory, host), CL_INVALID_CONTEXT);
  for (const cl_mem_flags flags : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    expect(write(queue, buffer(64, flags), host), CL_INVALID_OPERATION);
  }
}

}  // namespace mux::test::cl_enqueue_write_buffer_rect
