#include "fixtures.h"

namespace mux::test::cl_enqueue_fill_buffer {

TEST_CASE_METHOD(QueueFixture, "clEnqueueFillBuffer: repeats patterns of every size") {
  const size_t pattern_size = GENERATE(1, 2, 4, 8, 16, 32, 64, 128);
  const Handle<cl_mem> memory = buffer_of(std::vector<cl_uchar>(1024, 255));
  std::vector<cl_uchar> pattern = numbers<cl_uchar>(pattern_size);
  succeed(clEnqueueFillBuffer(queue, memory, pattern.data(), pattern_size, 128, 512, 0, nullptr,
                              nullptr));
  // The pattern was copied by the call.
  pattern.assign(pattern_size, 200);
  std::vector<cl_uchar> expected(1024, 255);
  for (size_t index = 0; index < 512; ++index) {
    expected[128 + index] = static_cast<cl_uchar>(index % pattern_size);
  }
  CHECK(contents<cl_uchar>(memory) == expected);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueFillBuffer: event, queue and wait list arguments") {
  const Handle<cl_mem> memory = buffer(16);
  const cl_int pattern = 1;
  for (const size_t size : {size_t{8}, size_t{0}}) {
    check_enqueue(*this, CL_COMMAND_FILL_BUFFER,
                  [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                    return clEnqueueFillBuffer(on, memory, &pattern, 4, 8, size, count, list,
                                               event);
                  });
  }
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueFillBuffer: CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT") {
  const Handle<cl_mem> memory = buffer(16);
  const cl_int pattern = 1;
  expect(clEnqueueFillBuffer(other_queue, memory, &pattern, 4, 0, 8, 0, nullptr, nullptr),
         CL_INVALID_CONTEXT);
  expect(clEnqueueFillBuffer(queue, nullptr, &pattern, 4, 0, 8, 0, nullptr, nullptr),
         CL_INVALID_MEM_OBJECT);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueFillBuffer: CL_INVALID_VALUE") {
  const Handle<cl_mem> memory = buffer(1024);
  const cl_uchar pattern[256] = {};
  const auto fill = [&](const void *from, size_t pattern_size, size_t offset, size_t size) {
    return clEnqueueFillBuffer(queue, memory, from, pattern_size, offset, size, 0, nullptr,
                               nullptr);
  };
  expect(fill(pattern, 4, 1020, 8), CL_INVALID_VALUE);
  expect(fill(pattern, 4, 1028, 0), CL_INVALID_VALUE);
  expect(fill(nullptr, 4, 0, 8), CL_INVALID_VALUE);
  expect(fill(pattern, 0, 0, 8), CL_INVALID_VALUE);
  expect(fill(pattern, 3, 0, 12), CL_INVALID_VALUE);
  expect(fill(pattern, 256, 0, 256), CL_INVALID_VALUE);
  expect(fill(pattern, 4, 2, 8), CL_INVALID_VALUE);
  expect(fill(pattern, 4, 0, 6), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_enqueue_fill_buffer
