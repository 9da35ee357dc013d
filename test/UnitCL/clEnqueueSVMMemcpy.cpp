#include "shared.h"

namespace mux::test::cl_enqueue_svm_memcpy {

TEST_CASE_METHOD(SharedFixture,
                 "clEnqueueSVMMemcpy: copies between shared memory and host memory") {
  cl_int *shared_values = shared(100);
  std::vector<cl_int> host(100, -1);
  succeed(clEnqueueSVMMemcpy(queue, CL_TRUE, host.data() + 10, shared_values + 20, 40, 0, nullptr,
                             nullptr));
  std::vector<cl_int> expected(100, -1);
  std::iota(expected.begin() + 10, expected.begin() + 20, 20);
  CHECK(host == expected);
  cl_int *other = shared(100);
  succeed(clEnqueueSVMMemcpy(queue, CL_FALSE, other, host.data(), 400, 0, nullptr, nullptr));
  succeed(clEnqueueSVMMemcpy(queue, CL_FALSE, shared_values, other, 400, 0, nullptr, nullptr));
  succeed(clFinish(queue));
  CHECK(std::vector<cl_int>(shared_values, shared_values + 100) == expected);
}

TEST_CASE_METHOD(SharedFixture,
                 "clEnqueueSVMMemcpy: is ordered with commands on a buffer in the memory") {
  cl_int *values = shared(100);
  const Handle<cl_mem> memory = buffer(400, CL_MEM_USE_HOST_PTR, values);
  const cl_int pattern = 7;
  std::vector<cl_int> host(100);
  succeed(clEnqueueFillBuffer(queue, memory, &pattern, 4, 0, 400, 0, nullptr, nullptr));
  succeed(clEnqueueSVMMemcpy(queue, CL_TRUE, host.data(), values, 400, 0, nullptr, nullptr));
  CHECK(host == std::vector<cl_int>(100, 7));
}

TEST_CASE_METHOD(SharedFixture, "clEnqueueSVMMemcpy: event, queue and wait list arguments") {
  cl_int *values = shared(16);
  cl_int host[16] = {};
  for (const size_t size : {size_t{16}, size_t{0}}) {
    check_enqueue(*this, CL_COMMAND_SVM_MEMCPY,
                  [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                    return clEnqueueSVMMemcpy(on, CL_FALSE, values, host, size, count, list, event);
                  });
  }
}

TEST_CASE_METHOD(SharedFixture, "clEnqueueSVMMemcpy: invalid arguments") {
  cl_int *values = shared(16);
  cl_int host[16] = {};
  const auto copy = [&](void *to, const void *from, size_t size) {
    return clEnqueueSVMMemcpy(queue, CL_TRUE, to, from, size, 0, nullptr, nullptr);
  };
  expect(copy(nullptr, host, 4), CL_INVALID_VALUE);
  expect(copy(values, nullptr, 4), CL_INVALID_VALUE);
  expect(copy(values, values + 1, 8), CL_MEM_COPY_OVERLAP);
  expect(copy(values + 1, values, 8), CL_MEM_COPY_OVERLAP);
  expect(copy(values, values, 4), CL_MEM_COPY_OVERLAP);
  succeed(copy(values, values + 1, 4));
  const Handle<cl_event> user = user_event();
  succeed(clSetUserEventStatus(user, -1));
  expect(clEnqueueSVMMemcpy(queue, CL_TRUE, values, host, 4, 1, user.address(), nullptr),
         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

}  // namespace mux::test::cl_enqueue_svm_memcpy
