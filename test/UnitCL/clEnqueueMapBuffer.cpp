#include "fixtures.h"

namespace mux::test::cl_enqueue_map_buffer {

namespace {

struct Mapped {
  cl_int code;
  cl_int *values;
};

Mapped map(cl_command_queue queue, cl_mem memory, cl_map_flags flags, size_t offset, size_t size,
           cl_bool blocking = CL_TRUE) {
  Mapped mapped{};
  mapped.values = static_cast<cl_int *>(clEnqueueMapBuffer(
      queue, memory, blocking, flags, offset, size, 0, nullptr, nullptr, &mapped.code));
  CHECK((mapped.values != nullptr) == (mapped.code == CL_SUCCESS));
  return mapped;
}

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapBuffer: returns the memory of the buffer") {
  const Handle<cl_mem> memory = buffer_of(numbers(100));
  const Mapped mapped = map(queue, memory, CL_MAP_READ | CL_MAP_WRITE, 40, 80);
  succeed(mapped.code);
  CHECK(std::vector<cl_int>(mapped.values, mapped.values + 20) == numbers(20, 10));
  mapped.values[0] = -1;
  succeed(clEnqueueUnmapMemObject(queue, memory, mapped.values, 0, nullptr, nullptr));
  std::vector<cl_int> expected = numbers(100);
  expected[10] = -1;
  CHECK(contents<cl_int>(memory) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapBuffer: is ordered after earlier commands") {
  const Handle<cl_mem> memory = buffer(1 << 22);
  for (cl_int round = 0; round < 20; ++round) {
    succeed(clEnqueueFillBuffer(queue, memory, &round, 4, 0, 1 << 22, 0, nullptr, nullptr));
    const Mapped mapped = map(queue, memory, CL_MAP_READ, 0, 1 << 22);
    succeed(mapped.code);
    CHECK(mapped.values[0] == round);
    CHECK(mapped.values[(1 << 20) - 1] == round);
    succeed(clEnqueueUnmapMemObject(queue, memory, mapped.values, 0, nullptr, nullptr));
  }
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapBuffer: CL_MEM_USE_HOST_PTR maps to that memory") {
  std::vector<cl_int> host = numbers(100);
  const Handle<cl_mem> memory = buffer(400, CL_MEM_USE_HOST_PTR, host.data());
  const Mapped mapped = map(queue, memory, CL_MAP_READ, 40, 80);
  CHECK(mapped.values == host.data() + 10);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapBuffer: mappings are counted") {
  const Handle<cl_mem> memory = buffer(400);
  const auto count = [&] {
    return info<cl_uint>(clGetMemObjectInfo, static_cast<cl_mem>(memory), CL_MEM_MAP_COUNT);
  };
  CHECK(count() == 0);
  const Mapped first = map(queue, memory, CL_MAP_READ, 0, 400);
  const Mapped second = map(queue, memory, CL_MAP_READ, 0, 400, CL_FALSE);
  CHECK(count() == 2);
  succeed(clEnqueueUnmapMemObject(queue, memory, first.values, 0, nullptr, nullptr));
  succeed(clEnqueueUnmapMemObject(queue, memory, second.values, 0, nullptr, nullptr));
  CHECK(count() == 0);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapBuffer: event, queue and wait list arguments") {
  const Handle<cl_mem> memory = buffer(64);
  check_enqueue(*this, CL_COMMAND_MAP_BUFFER,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  cl_int code = 1;
                  const void *pointer = clEnqueueMapBuffer(on, memory, CL_FALSE, CL_MAP_WRITE, 0,
                                                           64, count, list, event, &code);
                  CHECK((pointer != nullptr) == (code == CL_SUCCESS));
                  return code;
                });
  // Failed calls left no mapping.
  expect_info(clGetMemObjectInfo, static_cast<cl_mem>(memory), CL_MEM_MAP_COUNT, cl_uint{1});
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapBuffer: invalid arguments") {
  const Handle<cl_mem> memory = buffer(64);
  expect(map(other_queue, memory, CL_MAP_READ, 0, 64).code, CL_INVALID_CONTEXT);
  expect(map(queue, nullptr, CL_MAP_READ, 0, 64).code, CL_INVALID_MEM_OBJECT);
  expect(map(queue, memory, CL_MAP_READ, 1, 64).code, CL_INVALID_VALUE);
  expect(map(queue, memory, CL_MAP_READ, 8, SIZE_MAX).code, CL_INVALID_VALUE);
  expect(map(queue, memory, CL_MAP_READ, 0, 0).code, CL_INVALID_VALUE);
  expect(map(queue, memory, 8, 0, 64).code, CL_INVALID_VALUE);
  expect(map(queue, memory, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 64).code,
         CL_INVALID_VALUE);
  expect(map(queue, memory, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 64).code,
         CL_INVALID_VALUE);
  const Handle<cl_event> user = user_event();
  succeed(clSetUserEventStatus(user, -1));
  cl_int code = 0;
  CHECK(clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_READ, 0, 64, 1, user.address(), nullptr,
                           &code) == nullptr);
  expect(code, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueMapBuffer: CL_INVALID_OPERATION without host access") {
  struct Case {
    cl_mem_flags memory;
    cl_map_flags map;
    cl_int code;
  };
  const auto tried =
      GENERATE(Case{CL_MEM_HOST_WRITE_ONLY, CL_MAP_READ, CL_INVALID_OPERATION},
               Case{CL_MEM_HOST_NO_ACCESS, CL_MAP_READ, CL_INVALID_OPERATION},
               Case{CL_MEM_HOST_READ_ONLY, CL_MAP_WRITE, CL_INVALID_OPERATION},
               Case{CL_MEM_HOST_READ_ONLY, CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_OPERATION},
               Case{CL_MEM_HOST_NO_ACCESS, CL_MAP_WRITE, CL_INVALID_OPERATION},
               Case{CL_MEM_HOST_NO_ACCESS, CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_OPERATION},
               Case{CL_MEM_HOST_WRITE_ONLY, CL_MAP_WRITE, CL_SUCCESS},
               Case{CL_MEM_HOST_READ_ONLY, CL_MAP_READ, CL_SUCCESS});
  expect(map(queue, buffer(64, tried.memory), tried.map, 0, 64).code, tried.code);
}

TEST_CASE_METHOD(QueueFixture,
                 "clEnqueueMapBuffer: CL_INVALID_OPERATION for regions mapped for writing") {
  const Handle<cl_mem> memory = buffer(1024);
  const Mapped first = map(queue, memory, CL_MAP_WRITE, 256, 256);
  succeed(first.code);
  expect(map(queue, memory, CL_MAP_WRITE, 0, 257).code, CL_INVALID_OPERATION);
  expect(map(queue, memory, CL_MAP_WRITE_INVALIDATE_REGION, 508, 4).code, CL_INVALID_OPERATION);
  succeed(map(queue, memory, CL_MAP_WRITE, 0, 256).code);
  succeed(map(queue, memory, CL_MAP_WRITE, 512, 512).code);
  // A sub-buffer with the same memory.
  const cl_buffer_region region = {256, 128};
  const Handle<cl_mem> part = created([&](cl_int *code) {
    return clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
  });
  expect(map(queue, part, CL_MAP_WRITE, 0, 4).code, CL_INVALID_OPERATION);
  succeed(clEnqueueUnmapMemObject(queue, memory, first.values, 0, nullptr, nullptr));
  succeed(map(queue, part, CL_MAP_WRITE, 0, 4).code);
}

}  // namespace mux::test::cl_enqueue_map_buffer
