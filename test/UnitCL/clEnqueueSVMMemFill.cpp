#include "shared.h"

namespace mux::test::cl_enqueue_svm_mem_fill {

TEST_CASE_METHOD(SharedFixture, "clEnqueueSVMMemFill: repeats patterns of every size") {
  const size_t pattern_size = GENERATE(1, 2, 4, 8, 16, 32, 64, 128);
  auto *bytes = reinterpret_cast<cl_uchar *>(shared(256));
  std::fill_n(bytes, 1024, 255);
  std::vector<cl_uchar> pattern = numbers<cl_uchar>(pattern_size);
  succeed(clEnqueueSVMMemFill(queue, bytes + 128, pattern.data(), pattern_size, 512, 0, nullptr,
                              nullptr));
  std::fill(pattern.begin(), pattern.end(), 200);
  succeed(clFinish(queue));
  std::vector<cl_uchar> expected(1024, 255);
  for (size_t index = 0; index < 512; ++index) {
    expected[128 + index] = static_cast<cl_uchar>(index % pattern_size);
  }
  CHECK(std::vector<cl_uchar>(bytes, bytes + 1024) == expected);
}

TEST_CASE_METHOD(SharedFixture, "clEnqueueSVMMemFill: event, queue and wait list arguments") {
  cl_int *values = shared(16);
  const cl_int pattern = 5;
  for (const size_t size : {size_t{64}, size_t{0}}) {
    check_enqueue(*this, CL_COMMAND_SVM_MEMFILL,
                  [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                    return clEnqueueSVMMemFill(on, values, &pattern, 4, size, count, list, event);
                  });
  }
}

TEST_CASE_METHOD(SharedFixture, "clEnqueueSVMMemFill: CL_INVALID_VALUE") {
  auto *bytes = reinterpret_cast<std::byte *>(shared(256));
  const cl_uchar pattern[256] = {};
  const auto fill = [&](void *to, const void *with, size_t pattern_size, size_t size) {
    return clEnqueueSVMMemFill(queue, to, with, pattern_size, size, 0, nullptr, nullptr);
  };
  expect(fill(nullptr, pattern, 4, 8), CL_INVALID_VALUE);
  expect(fill(bytes + 2, pattern, 4, 8), CL_INVALID_VALUE);
  expect(fill(bytes, nullptr, 4, 8), CL_INVALID_VALUE);
  expect(fill(bytes, pattern, 0, 8), CL_INVALID_VALUE);
  expect(fill(bytes, pattern, 3, 12), CL_INVALID_VALUE);
  expect(fill(bytes, pattern, 256, 256), CL_INVALID_VALUE);
  expect(fill(bytes, pattern, 4, 6), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_enqueue_svm_mem_fill
