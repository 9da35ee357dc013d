#include "fixtures.h"

namespace mux::test::cl_enqueue_copy_buffer {

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBuffer: copies between buffers and inside of one") {
  const Handle<cl_mem> source = buffer_of(numbers(100));
  const Handle<cl_mem> destination = buffer_of(std::vector<cl_int>(100, -1));
  succeed(clEnqueueCopyBuffer(queue, source, destination, 40, 80, 120, 0, nullptr, nullptr));
  std::vector<cl_int> expected(100, -1);
  std::iota(expected.begin() + 20, expected.begin() + 50, 10);
  CHECK(contents<cl_int>(destination) == expected);
  succeed(clEnqueueCopyBuffer(queue, source, source, 0, 200, 200, 0, nullptr, nullptr));
  expected = numbers(100);
  std::iota(expected.begin() + 50, expected.end(), 0);
  CHECK(contents<cl_int>(source) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBuffer: ignores access flags") {
  const Handle<cl_mem> source = buffer_of(numbers(4), CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
  const Handle<cl_mem> destination = buffer(16, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY);
  succeed(clEnqueueCopyBuffer(queue, source, destination, 0, 0, 16, 0, nullptr, nullptr));
  CHECK(contents<cl_int>(destination) == numbers(4));
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBuffer: event, queue and wait list arguments") {
  const Handle<cl_mem> source = buffer(16);
  const Handle<cl_mem> destination = buffer(16);
  for (const size_t size : {size_t{4}, size_t{0}}) {
    check_enqueue(*this, CL_COMMAND_COPY_BUFFER,
                  [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                    return clEnqueueCopyBuffer(on, source, destination, 0, 8, size, count, list,
                                               event);
                  });
  }
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBuffer: CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT") {
  const Handle<cl_mem> memory = buffer(16);
  const Handle<cl_mem> other =
      created([&](cl_int *code) { return clCreateBuffer(other_context, 0, 16, nullptr, code); });
  const auto copy = [&](cl_mem source, cl_mem destination) {
    return clEnqueueCopyBuffer(queue, source, destination, 0, 8, 4, 0, nullptr, nullptr);
  };
  expect(copy(other, memory), CL_INVALID_CONTEXT);
  expect(copy(memory, other), CL_INVALID_CONTEXT);
  expect(copy(nullptr, memory), CL_INVALID_MEM_OBJECT);
  expect(copy(memory, nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueCopyBuffer: CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP") {
  const Handle<cl_mem> memory = buffer(1024);
  const Handle<cl_mem> other = buffer(1024);
  const auto copy = [&](cl_mem source, cl_mem destination, size_t from, size_t to, size_t size) {
    return clEnqueueCopyBuffer(queue, source, destination, from, to, size, 0, nullptr, nullptr);
  };
  expect(copy(memory, other, 1020, 0, 8), CL_INVALID_VALUE);
  expect(copy(memory, other, 0, 1020, 8), CL_INVALID_VALUE);
  expect(copy(memory, other, 8, 0, SIZE_MAX), CL_INVALID_VALUE);
  expect(copy(memory, memory, 0, 99, 100), CL_MEM_COPY_OVERLAP);
  expect(copy(memory, memory, 99, 0, 100), CL_MEM_COPY_OVERLAP);
  expect(copy(memory, memory, 8, 8, 8), CL_MEM_COPY_OVERLAP);
  succeed(copy(memory, memory, 0, 100, 100));
  succeed(copy(memory, memory, 100, 0, 100));
  const cl_buffer_region regions[] = {{0, 512}, {256, 512}};
  Handle<cl_mem> parts[2];
  for (size_t index = 0; index < 2; ++index) {
    parts[index] = created([&](cl_int *code) {
      return clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &regions[index], code);
    });
  }
  expect(copy(parts[0], parts[1], 256, 0, 16), CL_MEM_COPY_OVERLAP);
  expect(copy(parts[1], parts[0], 0, 250, 16), CL_MEM_COPY_OVERLAP);
  succeed(copy(parts[0], parts[1], 0, 0, 256));
}

}  // namespace mux::test::cl_enqueue_copy_buffer
