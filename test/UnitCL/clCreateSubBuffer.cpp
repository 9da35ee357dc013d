#include "fixtures.h"

namespace mux::test::cl_create_sub_buffer {

namespace {

cl_mem create(cl_mem whole, cl_mem_flags flags, size_t origin, size_t size, cl_int *code) {
  const cl_buffer_region region = {origin, size};
  return clCreateSubBuffer(whole, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
}

Handle<cl_mem> part(cl_mem whole, cl_mem_flags flags = 0, size_t origin = 128, size_t size = 256) {
  return created([&](cl_int *code) { return create(whole, flags, origin, size, code); });
}

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clCreateSubBuffer: a sub-buffer shares the memory") {
  const Handle<cl_mem> whole = buffer_of(numbers(256));
  const Handle<cl_mem> sub = part(whole);
  CHECK(contents<cl_int>(sub) == numbers(64, 32));
  const cl_int pattern = -1;
  succeed(clEnqueueFillBuffer(queue, sub, &pattern, 4, 0, 256, 0, nullptr, nullptr));
  std::vector<cl_int> expected = numbers(256);
  std::fill_n(expected.begin() + 32, 64, -1);
  CHECK(contents<cl_int>(whole) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clCreateSubBuffer: retains the memory of a released buffer") {
  Handle<cl_mem> whole = buffer_of(numbers(256));
  const Handle<cl_mem> sub = part(whole);
  whole.reset();
  CHECK(contents<cl_int>(sub) == numbers(64, 32));
}

TEST_CASE_METHOD(TwoDevicesFixture, "clCreateSubBuffer: on all devices of the context") {
  const Handle<cl_mem> whole =
      created([&](cl_int *code) { return clCreateBuffer(context, 0, 1024, nullptr, code); });
  const Handle<cl_mem> sub = part(whole);
  const cl_int pattern = 5;
  succeed(clEnqueueFillBuffer(queues[1], sub, &pattern, 4, 0, 256, 0, nullptr, nullptr));
  succeed(clFinish(queues[1]));
  cl_int value = 0;
  succeed(clEnqueueReadBuffer(queues[0], whole, CL_TRUE, 380, 4, &value, 0, nullptr, nullptr));
  CHECK(value == 5);
}

TEST_CASE_METHOD(ContextFixture, "clCreateSubBuffer: inherits unspecified flags") {
  struct Case {
    cl_mem_flags whole;
    cl_mem_flags asked;
    cl_mem_flags result;
  };
  std::vector<cl_int> host(256);
  const auto tried = GENERATE(
      Case{CL_MEM_READ_ONLY, 0, CL_MEM_READ_ONLY}, Case{CL_MEM_WRITE_ONLY, 0, CL_MEM_WRITE_ONLY},
      Case{CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_READ_ONLY},
      Case{CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, 0, CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY},
      Case{CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS,
           CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS},
      Case{CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, 0, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR},
      Case{CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, CL_MEM_WRITE_ONLY,
           CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR});
  const bool with_host = (tried.whole & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  const Handle<cl_mem> whole = buffer(1024, tried.whole, with_host ? host.data() : nullptr);
  const Handle<cl_mem> sub = part(whole, tried.asked);
  expect_info(clGetMemObjectInfo, static_cast<cl_mem>(sub), CL_MEM_FLAGS, tried.result);
}

TEST_CASE_METHOD(ContextFixture, "clCreateSubBuffer: CL_INVALID_MEM_OBJECT") {
  expect_none(CL_INVALID_MEM_OBJECT, [&](cl_int *code) { return create(nullptr, 0, 0, 4, code); });
  const Handle<cl_mem> whole = buffer(1024);
  const Handle<cl_mem> sub = part(whole);
  expect_none(CL_INVALID_MEM_OBJECT, [&](cl_int *code) { return create(sub, 0, 0, 4, code); });
}

TEST_CASE_METHOD(ContextFixture,
                 "clCreateSubBuffer: CL_INVALID_VALUE for access that the buffer does not allow") {
  struct Case {
    cl_mem_flags whole;
    cl_mem_flags asked;
  };
  const auto tried = GENERATE(
      Case{CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE}, Case{CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY},
      Case{CL_MEM_READ_ONLY, CL_MEM_READ_WRITE}, Case{CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY},
      Case{CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY},
      Case{CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY},
      Case{CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY},
      Case{CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY}, Case{0, CL_MEM_USE_HOST_PTR},
      Case{0, CL_MEM_ALLOC_HOST_PTR}, Case{0, CL_MEM_COPY_HOST_PTR},
      Case{0, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY}, Case{0, cl_mem_flags{1} << 50});
  const Handle<cl_mem> whole = buffer(1024, tried.whole);
  expect_none(CL_INVALID_VALUE,
              [&](cl_int *code) { return create(whole, tried.asked, 0, 128, code); });
}

TEST_CASE_METHOD(ContextFixture, "clCreateSubBuffer: CL_INVALID_VALUE for invalid regions") {
  const Handle<cl_mem> whole = buffer(1024);
  const cl_buffer_region region = {0, 128};
  expect_none(CL_INVALID_VALUE, [&](cl_int *code) {
    return clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION + 1, &region, code);
  });
  expect_none(CL_INVALID_VALUE, [&](cl_int *code) {
    return clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, code);
  });
  expect_none(CL_INVALID_VALUE, [&](cl_int *code) { return create(whole, 0, 128, 897, code); });
  expect_none(CL_INVALID_VALUE, [&](cl_int *code) { return create(whole, 0, 2048, 1, code); });
  expect_none(CL_INVALID_VALUE,
              [&](cl_int *code) { return create(whole, 0, 128, SIZE_MAX, code); });
}

TEST_CASE_METHOD(ContextFixture, "clCreateSubBuffer: CL_INVALID_BUFFER_SIZE") {
  const Handle<cl_mem> whole = buffer(1024);
  expect_none(CL_INVALID_BUFFER_SIZE, [&](cl_int *code) { return create(whole, 0, 0, 0, code); });
}

TEST_CASE_METHOD(ContextFixture, "clCreateSubBuffer: CL_MISALIGNED_SUB_BUFFER_OFFSET") {
  const auto bits = info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MEM_BASE_ADDR_ALIGN);
  const Handle<cl_mem> whole = buffer(1024);
  for (const size_t origin : {size_t{1}, size_t{bits / 8 - 1}, size_t{bits / 8 + 4}}) {
    expect_none(CL_MISALIGNED_SUB_BUFFER_OFFSET,
                [&](cl_int *code) { return create(whole, 0, origin, 4, code); });
  }
  part(whole, 0, bits / 8, 4);
}

}  // namespace mux::test::cl_create_sub_buffer
