#include "shared.h"

namespace mux::test::cl_enqueue_svm_unmap {

TEST_CASE_METHOD(SharedFixture, "clEnqueueSVMUnmap: event, queue and wait list arguments") {
  cl_int *values = shared(16);
  check_enqueue(*this, CL_COMMAND_SVM_UNMAP,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueSVMUnmap(on, values, count, list, event);
                });
  expect(clEnqueueSVMUnmap(queue, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_enqueue_svm_unmap
