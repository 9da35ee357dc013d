#include "shared.h"

namespace mux::test::cl_enqueue_svm_free {

namespace {

struct Freed {
  cl_context context;
  cl_command_queue queue = nullptr;
  std::vector<void *> pointers;
};

void CL_CALLBACK free_them(cl_command_queue queue, cl_uint count, void *pointers[], void *data) {
  Freed &freed = *static_cast<Freed *>(data);
  freed.queue = queue;
  freed.pointers.assign(pointers, pointers + count);
  for (void *pointer : freed.pointers) {
    clSVMFree(freed.context, pointer);
  }
}

}  // namespace

TEST_CASE_METHOD(QueueFixture, "clEnqueueSVMFree: frees when the command executes") {
  auto *values = static_cast<cl_int *>(clSVMAlloc(context, 0, 400, 0));
  const Handle<cl_event> user = user_event();
  void *pointers[] = {values};
  succeed(clEnqueueSVMFree(queue, 1, pointers, nullptr, nullptr, 1, user.address(), nullptr));
  // The list was copied by the call.
  pointers[0] = nullptr;
  succeed(clFlush(queue));
  values[99] = 5;
  CHECK(values[99] == 5);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(clFinish(queue));
  const void *known = values;
  const size_t size = 4;
  expect(clEnqueueSVMMigrateMem(queue, 1, &known, &size, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueSVMFree: calls the program's free function") {
  Freed freed;
  freed.context = context;
  void *pointers[] = {clSVMAlloc(context, 0, 400, 0), clSVMAlloc(context, 0, 400, 0)};
  succeed(clEnqueueSVMFree(queue, 2, pointers, free_them, &freed, 0, nullptr, nullptr));
  succeed(clFinish(queue));
  CHECK(freed.queue == static_cast<cl_command_queue>(queue));
  CHECK(freed.pointers == std::vector<void *>(pointers, pointers + 2));
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueSVMFree: event, queue and wait list arguments") {
  void *pointers[] = {clSVMAlloc(context, 0, 400, 0)};
  check_enqueue(*this, CL_COMMAND_SVM_FREE,
                [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                  return clEnqueueSVMFree(on, 1, pointers, nullptr, nullptr, count, list, event);
                });
}

TEST_CASE_METHOD(QueueFixture, "clEnqueueSVMFree: CL_INVALID_VALUE") {
  void *pointers[] = {nullptr};
  expect(clEnqueueSVMFree(queue, 0, pointers, nullptr, nullptr, 0, nullptr, nullptr),
         CL_INVALID_VALUE);
  expect(clEnqueueSVMFree(queue, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
         CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_enqueue_svm_free
