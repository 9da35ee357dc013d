#include "fixtures.h"

namespace mux::test::cl_enqueue_read_buffer {

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadBuffer: reads a part of a buffer") {
  const Handle<cl_mem> memory = buffer_of(numbers(100));
  std::vector<cl_int> values(12, -1);
  succeed(
      clEnqueueReadBuffer(queue, memory, CL_TRUE, 40, 40, values.data() + 1, 0, nullptr, nullptr));
  std::vector<cl_int> expected = numbers(12, 9);
  expected.front() = expected.back() = -1;
  CHECK(values == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadBuffer: does not wait if non-blocking") {
  const Handle<cl_mem> memory = buffer_of(numbers(100));
  const Handle<cl_event> user = user_event();
  std::vector<cl_int> values(100, -1);
  Handle<cl_event> read;
  succeed(clEnqueueReadBuffer(queue, memory, CL_FALSE, 0, 400, values.data(), 1, user.address(),
                              read.out()));
  succeed(clFlush(queue));
  CHECK(values.back() == -1);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(clWaitForEvents(1, read.address()));
  CHECK(values == numbers(100));
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadBuffer: to a buffer's own memory") {
  std::vector<cl_int> host = numbers(100);
  const Handle<cl_mem> memory = buffer(400, CL_MEM_USE_HOST_PTR, host.data());
  succeed(
      clEnqueueReadBuffer(queue, memory, CL_TRUE, 40, 200, host.data() + 10, 0, nullptr, nullptr));
  CHECK(host == numbers(100));
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadBuffer: event, queue and wait list arguments") {
  const Handle<cl_mem> memory = buffer(16);
  cl_int value = 0;
  for (const size_t size : {size_t{4}, size_t{0}}) {
    check_enqueue(*this, CL_COMMAND_READ_BUFFER,
                  [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                    return clEnqueueReadBuffer(on, memory, CL_FALSE, 16 - size, size, &value, count,
                                               list, event);
                  });
  }
}

TEST_CASE_METHOD(QueueFixture,
                 "clEnqueueReadBuffer: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if it blocks") {
  const Handle<cl_mem> memory = buffer(16);
  const Handle<cl_event> user = user_event();
  succeed(clSetUserEventStatus(user, -1));
  cl_int value = 0;
  expect(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 4, &value, 1, user.address(), nullptr),
         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadBuffer: CL_INVALID_CONTEXT") {
  const Handle<cl_mem> memory = buffer(16);
  cl_int value = 0;
  expect(clEnqueueReadBuffer(other_queue, memory, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
         CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadBuffer: CL_INVALID_MEM_OBJECT") {
  cl_int value = 0;
  expect(clEnqueueReadBuffer(queue, nullptr, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
         CL_INVALID_MEM_OBJECT);
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  const Handle<cl_mem> picture = image({CL_RGBA, CL_UNORM_INT8}, description);
  expect(clEnqueueReadBuffer(queue, picture, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
         CL_INVALID_MEM_OBJECT);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadBuffer: CL_INVALID_VALUE") {
  const Handle<cl_mem> memory = buffer(16);
  cl_int values[8] = {};
  const auto read = [&](size_t offset, size_t size, void *pointer) {
    return clEnqueueReadBuffer(queue, memory, CL_TRUE, offset, size, pointer, 0, nullptr, nullptr);
  };
  expect(read(0, 17, values), CL_INVALID_VALUE);
  expect(read(13, 4, values), CL_INVALID_VALUE);
  expect(read(17, 0, values), CL_INVALID_VALUE);
  expect(read(4, SIZE_MAX, values), CL_INVALID_VALUE);
  expect(read(0, 4, nullptr), CL_INVALID_VALUE);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueReadBuffer: CL_INVALID_OPERATION without host access") {
  cl_int value = 0;
  for (const cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    const Handle<cl_mem> memory = buffer(16, flags);
    expect(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
           CL_INVALID_OPERATION);
  }
  const Handle<cl_mem> memory = buffer(16, CL_MEM_HOST_READ_ONLY);
  succeed(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
}

}  // namespace mux::test::cl_enqueue_read_buffer
