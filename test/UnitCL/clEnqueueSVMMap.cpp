#include "shared.h"

namespace mux::test::cl_enqueue_svm_map {

TEST_CASE_METHOD(SharedFixture, "clEnqueueSVMMap: is ordered after earlier commands") {
  cl_int *values = shared(1 << 20);
  for (cl_int round = 0; round < 20; ++round) {
    succeed(clEnqueueSVMMemFill(queue, values, &round, 4, 1 << 22, 0, nullptr, nullptr));
    succeed(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, values, 1 << 22, 0, nullptr, nullptr));
    CHECK(values[0] == round);
    CHECK(values[(1 << 20) - 1] == round);
    succeed(clEnqueueSVMUnmap(queue, values, 0, nullptr, nullptr));
  }
}

TEST_CASE_METHOD(SharedFixture, "clEnqueueSVMMap: event, queue and wait list arguments") {
  cl_int *values = shared(16);
  check_enqueue(*this, CL_COMMAND_SVM_MAP,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueSVMMap(on, CL_FALSE, CL_MAP_WRITE, values, 64, count, list,
                                         event);
                });
}

TEST_CASE_METHOD(SharedFixture, "clEnqueueSVMMap: invalid arguments") {
  cl_int *values = shared(16);
  const auto map = [&](cl_map_flags flags, void *pointer, size_t size) {
    return clEnqueueSVMMap(queue, CL_TRUE, flags, pointer, size, 0, nullptr, nullptr);
  };
  expect(map(CL_MAP_READ, nullptr, 64), CL_INVALID_VALUE);
  expect(map(CL_MAP_READ, values, 0), CL_INVALID_VALUE);
  expect(map(8, values, 64), CL_INVALID_VALUE);
  expect(map(CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, values, 64), CL_INVALID_VALUE);
  const Handle<cl_event> user = user_event();
  succeed(clSetUserEventStatus(user, -1));
  expect(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, values, 64, 1, user.address(), nullptr),
         CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

}  // namespace mux::test::cl_enqueue_svm_map
