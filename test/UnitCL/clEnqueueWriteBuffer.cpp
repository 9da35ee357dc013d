#include "fixtures.h"

namespace mux::test::cl_enqueue_write_buffer {

TEST_CASE_METHOD(QueueFixture, "clEnqueueWriteBuffer: writes a part of a buffer") {
  const Handle<cl_mem> memory = buffer_of(numbers(100));
  const std::vector<cl_int> values(10, -1);
  succeed(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 40, 40, values.data(), 0, nullptr, nullptr));
  std::vector<cl_int> expected = numbers(100);
  std::fill_n(expected.begin() + 10, 10, -1);
  CHECK(contents<cl_int>(memory) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueWriteBuffer: reads the memory when the command executes") {
  const Handle<cl_mem> memory = buffer(400);
  const Handle<cl_event> user = user_event();
  std::vector<cl_int> values(100, -1);
  succeed(clEnqueueWriteBuffer(queue, memory, CL_FALSE, 0, 400, values.data(), 1, user.address(),
                               nullptr));
  std::iota(values.begin(), values.end(), 0);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  CHECK(contents<cl_int>(memory) == numbers(100));
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueWriteBuffer: the buffer may be released immediately") {
  const std::vector<cl_int> values(1 << 18, 5);
  for (int round = 0; round < 20; ++round) {
    const Handle<cl_mem> memory = buffer(values.size() * 4);
    succeed(clEnqueueWriteBuffer(queue, memory, CL_FALSE, 0, values.size() * 4, values.data(), 0,
                                 nullptr, nullptr));
  }
  succeed(clFinish(queue));
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueWriteBuffer: event, queue and wait list arguments") {
  const Handle<cl_mem> memory = buffer(16);
  const cl_int value = 0;
  for (const size_t size : {size_t{4}, size_t{0}}) {
    check_enqueue(*this, CL_COMMAND_WRITE_BUFFER,
                  [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                    return clEnqueueWriteBuffer(on, memory, CL_FALSE, 16 - size, size, &value,
                                                count, list, event);
                  });
  }
}

TEST_CASE_METHOD(
    QueueFixture,
    "clEnqueueWriteBuffer: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if it blocks") {
  const Handle<cl_mem> memory = buffer(16);
  const Handle<cl_event> user = user_event();
  succeed(clSetUserEventStatus(user, -1));
  const cl_int value = 0;
  expect(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, 4, &value, 1, user.address(), nullptr),
         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueWriteBuffer: CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT") {
  const Handle<cl_mem> memory = buffer(16);
  const cl_int value = 0;
  expect(clEnqueueWriteBuffer(other_queue, memory, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
         CL_INVALID_CONTEXT);
  expect(clEnqueueWriteBuffer(queue, nullptr, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
         CL_INVALID_MEM_OBJECT);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueWriteBuffer: CL_INVALID_VALUE") {
  const Handle<cl_mem> memory = buffer(16);
  const cl_int values[8] = {};
  const auto write = [&](size_t offset, size_t size, const void *pointer) {
    return clEnqueueWriteBuffer(queue, memory, CL_TRUE, offset, size, pointer, 0, nullptr, nullptr);
  };
  expect(write(0, 17, values), CL_INVALID_VALUE);
  expect(write(13, 4, values), CL_INVALID_VALUE);
  expect(write(4, SIZE_MAX, values), CL_INVALID_VALUE);
  expect(write(0, 4, nullptr), CL_INVALID_VALUE);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueWriteBuffer: CL_INVALID_OPERATION without host access") {
  const cl_int value = 0;
  for (const cl_mem_flags flags : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    const Handle<cl_mem> memory = buffer(16, flags);
    expect(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
           CL_INVALID_OPERATION);
  }
  const Handle<cl_mem> memory = buffer(16, CL_MEM_HOST_WRITE_ONLY);
  succeed(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
}

}  // namespace mux::test::cl_enqueue_write_buffer
