#include "svm_types.h"

namespace mux::test::cl_svm_free_with_properties_khr {

using Fixture = WithSvmTypes<QueueFixture>;

TEST_CASE_METHOD(Fixture, "clSVMFreeWithPropertiesKHR: frees allocations of all entry points",
                 "[clSVMFreeWithPropertiesKHR]") {
  const cl_properties none[] = {0};
  void *plain = clSVMAlloc(context, 0, 64, 0);
  succeed(free(context, none, 0, plain));
  expect(free(context, none, 0, plain), CL_INVALID_VALUE);
  for (cl_uint type = 0; type < types.size(); ++type) {
    void *memory = memory_of_type(type);
    succeed(free(context, nullptr, 0, memory));
    expect(free(context, nullptr, 0, memory), CL_INVALID_VALUE);
    clSVMFree(context, memory_of_type(type));
    // As a command.
    void *later = memory_of_type(type);
    succeed(clEnqueueSVMFree(queue, 1, &later, nullptr, nullptr, 0, nullptr, nullptr));
    succeed(clFinish(queue));
    expect(free(context, nullptr, 0, later), CL_INVALID_VALUE);
  }
  succeed(free(context, nullptr, 0, nullptr));
}

TEST_CASE_METHOD(Fixture, "clSVMFreeWithPropertiesKHR: commands retain the allocation",
                 "[clSVMFreeWithPropertiesKHR]") {
  cl_int *from = memory_of_type(1);
  std::iota(from, from + 64, 0);
  std::vector<cl_int> to(64);
  const Handle<cl_event> user = user_event();
  succeed(clEnqueueSVMMemcpy(queue, CL_FALSE, to.data(), from, 256, 1, user.address(), nullptr));
  succeed(free(context, nullptr, 0, from));
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(clFinish(queue));
  CHECK(to == numbers(64));
}

TEST_CASE_METHOD(Fixture, "clSVMFreeWithPropertiesKHR: rejects invalid arguments",
                 "[clSVMFreeWithPropertiesKHR]") {
  cl_int *memory = memory_of_type(0);
  const cl_properties some[] = {svm::alignment, 64, 0};
  expect(free(nullptr, nullptr, 0, memory), CL_INVALID_CONTEXT);
  expect(free(other_context, nullptr, 0, memory), CL_INVALID_VALUE);
  expect(free(context, some, 0, memory), CL_INVALID_PROPERTY);
  expect(free(context, nullptr, 1, memory), CL_INVALID_VALUE);
  expect(free(context, nullptr, 0, memory + 1), CL_INVALID_VALUE);
  expect(free(context, nullptr, 0, &memory), CL_INVALID_VALUE);
  CHECK(info<size_t>(info_about(memory), static_cast<cl_context>(context), svm::info_size) == 256);
  succeed(free(context, nullptr, 0, memory));
}

}  // namespace mux::test::cl_svm_free_with_properties_khr
