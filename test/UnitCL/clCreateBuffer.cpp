#include "fixtures.h"

namespace mux::test::cl_create_buffer {

TEST_CASE_METHOD(QueueFixture, "clCreateBuffer: a buffer has memory that commands can use") {
  const Handle<cl_mem> memory = buffer(1000);
  const std::vector<cl_int> values = numbers(250);
  succeed(
      clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, 1000, values.data(), 0, nullptr, nullptr));
  CHECK(contents<cl_int>(memory) == values);
}

TEST_CASE_METHOD(QueueFixture, "clCreateBuffer: CL_MEM_COPY_HOST_PTR copies at once") {
  std::vector<cl_int> values = numbers(100);
  const cl_mem_flags flags = GENERATE(0, CL_MEM_ALLOC_HOST_PTR, CL_MEM_READ_ONLY);
  const Handle<cl_mem> memory = buffer_of(values, flags);
  values.assign(values.size(), -1);
  CHECK(contents<cl_int>(memory) == numbers(100));
}

TEST_CASE_METHOD(QueueFixture,
                 "clCreateBuffer: CL_MEM_USE_HOST_PTR uses the memory, however it is aligned") {
  std::vector<cl_uchar> values = numbers<cl_uchar>(200);
  const size_t offset = GENERATE(0, 1, 4, 60);
  const Handle<cl_mem> memory = buffer(100, CL_MEM_USE_HOST_PTR, values.data() + offset);
  CHECK(contents<cl_uchar>(memory) == numbers<cl_uchar>(100, static_cast<cl_uchar>(offset)));
  const cl_uchar pattern = 77;
  succeed(clEnqueueFillBuffer(queue, memory, &pattern, 1, 10, 5, 0, nullptr, nullptr));
  succeed(clFinish(queue));
  CHECK(values[offset + 9] == offset + 9);
  CHECK(values[offset + 10] == 77);
  CHECK(values[offset + 14] == 77);
  CHECK(values[offset + 15] == offset + 15);
}

TEST_CASE_METHOD(TwoDevicesFixture, "clCreateBuffer: all devices of a context see the same bytes") {
  std::vector<cl_int> given = numbers(64);
  const cl_mem_flags flags = GENERATE(CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR);
  const Handle<cl_mem> memory = created([&](cl_int *code) {
    return clCreateBuffer(context, flags, 64 * sizeof(cl_int), given.data(), code);
  });
  const cl_int pattern = 1000;
  succeed(clEnqueueFillBuffer(queues[0], memory, &pattern, sizeof pattern, 0, 4 * sizeof(cl_int), 0,
                              nullptr, nullptr));
  succeed(clFinish(queues[0]));
  succeed(clEnqueueCopyBuffer(queues[1], memory, memory, 0, 16, 16, 0, nullptr, nullptr));
  std::vector<cl_int> values(64);
  succeed(clEnqueueReadBuffer(queues[1], memory, CL_TRUE, 0, 64 * sizeof(cl_int), values.data(), 0,
                              nullptr, nullptr));
  std::vector<cl_int> expected = numbers(64);
  std::fill_n(expected.begin(), 8, 1000);
  CHECK(values == expected);
}

TEST_CASE_METHOD(ContextFixture, "clCreateBuffer: memory is aligned for every type") {
  for (const size_t size : {1, 3, 100, 5000, 3 << 20}) {
    const Handle<cl_mem> memory = buffer(size);
    const Handle<cl_command_queue> queue = created([&](cl_int *code) {
      return clCreateCommandQueueWithProperties(context, device, nullptr, code);
    });
    cl_int code = 0;
    const void *address = clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_READ, 0, size, 0,
                                             nullptr, nullptr, &code);
    succeed(code);
    CHECK(reinterpret_cast<uintptr_t>(address) % 128 == 0);
  }
}

TEST_CASE_METHOD(QueueFixture, "clCreateBuffer: SVM allocations can be used") {
  auto *shared = static_cast<cl_int *>(clSVMAlloc(context, CL_MEM_READ_WRITE, 400, 0));
  REQUIRE(shared != nullptr);
  std::iota(shared, shared + 100, 0);
  {
    const Handle<cl_mem> memory = buffer(400, CL_MEM_USE_HOST_PTR, shared);
    CHECK(contents<cl_int>(memory) == numbers(100));
    for (const cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
      expect_none(CL_INVALID_BUFFER_SIZE,
                  [&](cl_int *code) { return clCreateBuffer(context, flags, 401, shared, code); });
    }
  }
  clSVMFree(context, shared);
}

TEST_CASE_METHOD(ContextFixture, "clCreateBuffer: CL_INVALID_CONTEXT") {
  expect_none(CL_INVALID_CONTEXT,
              [&](cl_int *code) { return clCreateBuffer(nullptr, 0, 16, nullptr, code); });
}

TEST_CASE_METHOD(ContextFixture, "clCreateBuffer: CL_INVALID_VALUE for invalid flags") {
  int host = 0;
  const cl_mem_flags flags = GENERATE(
      cl_mem_flags{1} << 40, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
      CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY,
      CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR,
      CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
      CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS, CL_MEM_KERNEL_READ_AND_WRITE,
      CL_MEM_SVM_FINE_GRAIN_BUFFER);
  expect_none(CL_INVALID_VALUE,
              [&](cl_int *code) { return clCreateBuffer(context, flags, 4, &host, code); });
}

TEST_CASE_METHOD(ContextFixture, "clCreateBuffer: CL_INVALID_BUFFER_SIZE") {
  const auto most = info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  for (const size_t size : {size_t{0}, most + 1, SIZE_MAX}) {
    expect_none(CL_INVALID_BUFFER_SIZE,
                [&](cl_int *code) { return clCreateBuffer(context, 0, size, nullptr, code); });
  }
}

TEST_CASE_METHOD(ContextFixture, "clCreateBuffer: CL_INVALID_HOST_PTR") {
  int host = 0;
  for (const cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    expect_none(CL_INVALID_HOST_PTR,
                [&](cl_int *code) { return clCreateBuffer(context, flags, 4, nullptr, code); });
  }
  for (const cl_mem_flags flags : {CL_MEM_READ_WRITE, CL_MEM_ALLOC_HOST_PTR}) {
    expect_none(CL_INVALID_HOST_PTR,
                [&](cl_int *code) { return clCreateBuffer(context, flags, 4, &host, code); });
  }
}

}  // namespace mux::test::cl_create_buffer
