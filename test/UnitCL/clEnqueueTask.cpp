#include "programs.h"

namespace mux::test::cl_enqueue_task {

TEST_CASE_METHOD(QueueFixture, "clEnqueueTask: runs one work-item", "[clEnqueueTask]") {
  const auto kernel =
      kernel_of_source(context, "kernel void f(global int *a) { *a += get_global_size(0); }");
  const auto memory = buffer_of(std::vector<cl_int>{5});
  expect(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_INVALID_KERNEL_ARGS);
  set_arguments(kernel, memory);
  check_enqueue(*this, CL_COMMAND_TASK,
                [&](cl_command_queue queue, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueTask(queue, kernel, count, list, event);
                });
  CHECK(contents<cl_int>(memory).front() == 6);
  expect(clEnqueueTask(queue, nullptr, 0, nullptr, nullptr), CL_INVALID_KERNEL);
  expect(clEnqueueTask(other_queue, kernel, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueTask: rejects kernels that require larger work-groups",
                 "[clEnqueueTask]") {
  const auto kernel =
      kernel_of_source(context, "kernel __attribute__((reqd_work_group_size(2,1,1))) void f() {}");
  expect(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_INVALID_WORK_GROUP_SIZE);
}

}  // namespace mux::test::cl_enqueue_task
