#include "rectangles.h"

namespace mux::test::cl_enqueue_read_buffer_rect {

TEST_CASE_METHOD(QueueFixture,
                 "clEnqueueReadBufferRect: reads regions with the pitches of both sides") {
  const Handle<cl_mem> memory = buffer_of(numbers<cl_uchar>(240));
  const BoxPair boxes = GENERATE(from_range(box_pairs()));
  std::vector<cl_uchar> host(300, 255);
  std::vector<cl_uchar> expected = host;
  copy_box(numbers<cl_uchar>(240), boxes.from, expected, boxes.to, boxes.region);
  succeed(clEnqueueReadBufferRect(queue, memory, CL_TRUE, boxes.from.origin, boxes.to.origin,
                                  boxes.region, boxes.from.row_pitch, boxes.from.slice_pitch,
                                  boxes.to.row_pitch, boxes.to.slice_pitch, host.data(), 0, nullptr,
                                  nullptr));
  CHECK(host == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadBufferRect: event, queue and wait list arguments") {
  const Handle<cl_mem> memory = buffer(64);
  cl_uchar host[64];
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 4};
  check_enqueue(*this, CL_COMMAND_READ_BUFFER_RECT,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueReadBufferRect(on, memory, CL_FALSE, origin, origin, region, 0, 0,
                                                 0, 0, host, count, list, event);
                });
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadBufferRect: invalid arguments") {
  const Handle<cl_mem> memory = buffer(64);
  cl_uchar host[64];
  for (const WrongBox &wrong : wrong_boxes()) {
    INFO(wrong.name);
    expect(clEnqueueReadBufferRect(queue, memory, CL_TRUE, wrong.origin, wrong.host_origin,
                                   wrong.region, wrong.row_pitch, wrong.slice_pitch,
                                   wrong.host_row_pitch, wrong.host_slice_pitch, host, 0, nullptr,
                                   nullptr),
           CL_INVALID_VALUE);
  }
  const size_t origin[3] = {};
  const size_t region[3] = {4, 4, 4};
  const auto read = [&](cl_command_queue on, cl_mem from, void *pointer) {
    return clEnqueueReadBufferRect(on, from, CL_TRUE, origin, origin, region, 0, 0, 0, 0, pointer,
                                   0, nullptr, nullptr);
  };
  expect(read(queue, memory, nullptr), CL_INVALID_VALUE);
  expect(read(queue, nullptr, host), CL_INVALID_MEM_OBJECT);
  expect(read(other_queue, memory, host), CL_INVALID_CONTEXT);
  for (const cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    expect(read(queue, buffer(64, flags), host), CL_INVALID_OPERATION);
  }
  const Handle<cl_event> user = user_event();
  succeed(clSetUserEventStatus(user, -1));
  expect(clEnqueueReadBufferRect(queue, memory, CL_TRUE, origin, origin, region, 0, 0, 0, 0, host,
                                 1, user.address(), nullptr),
         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

}  // namespace mux::test::cl_enqueue_read_buffer_rect
