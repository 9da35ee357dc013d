// clSetKernelArgMemPointerINTEL(), and clSetKernelExecInfo() for unified shared memory.

#include "programs.h"
#include "unified.h"

namespace mux::test::cl_set_kernel_arg_mem_pointer_intel {

namespace {

class Fixture : public WithUnifiedMemory<QueueFixture> {
 public:
  Handle<cl_kernel> kernel =
      kernel_of_source(context, "kernel void f(global int *a) { a[get_global_id(0)] += 1; }");
};

}  // namespace

TEST_CASE_METHOD(Fixture, "clSetKernelArgMemPointerINTEL: into an allocation of any kind",
                 "[clSetKernelArgMemPointerINTEL]") {
  for (void *memory : {host_alloc(context, nullptr, 256, 0, nullptr),
                       device_alloc(context, device, nullptr, 256, 0, nullptr),
                       shared_alloc(context, device, nullptr, 256, 0, nullptr)}) {
    auto *values = static_cast<cl_int *>(memory);
    REQUIRE(values != nullptr);
    std::fill_n(values, 64, 0);
    succeed(set_argument(kernel, 0, values));
    run(queue, kernel, 64);
    succeed(set_argument(kernel, 0, values + 32));
    run(queue, kernel, 32);
    CHECK(values[0] == 1);
    CHECK(values[31] == 1);
    CHECK(values[32] == 2);
    CHECK(values[63] == 2);
    succeed(free(context, values));
  }
}

TEST_CASE_METHOD(Fixture, "clSetKernelArgMemPointerINTEL: any address, and NULL",
                 "[clSetKernelArgMemPointerINTEL]") {
  std::vector<cl_int> values = numbers(64);
  succeed(set_argument(kernel, 0, values.data()));
  run(queue, kernel, 64);
  CHECK(values == numbers(64, 1));
  const auto tells =
      kernel_of_source(context, "kernel void f(global int *a, global ulong *b) { *b = (ulong)a; }");
  cl_ulong seen = 1;
  succeed(set_argument(tells, 1, &seen));
  for (const uintptr_t address : {uintptr_t{0}, uintptr_t{16}, UINTPTR_MAX - 15}) {
    succeed(set_argument(tells, 0, reinterpret_cast<const void *>(address)));
    run(queue, tells, 1);
    CHECK(seen == address);
  }
}

TEST_CASE_METHOD(Fixture, "clSetKernelArgMemPointerINTEL: rejects invalid arguments",
                 "[clSetKernelArgMemPointerINTEL]") {
  const auto other = kernel_of_source(context, "kernel void f(int a, local int *b) {}");
  cl_int *memory = unified(1);
  expect(set_argument(nullptr, 0, memory), CL_INVALID_KERNEL);
  expect(set_argument(kernel, 1, memory), CL_INVALID_ARG_INDEX);
  expect(set_argument(other, 0, memory), CL_INVALID_ARG_VALUE);
  expect(set_argument(other, 1, memory), CL_INVALID_ARG_VALUE);
  succeed(free(context, memory));
}

TEST_CASE_METHOD(Fixture, "clSetKernelExecInfo: unified memory that a kernel accesses indirectly",
                 "[clSetKernelArgMemPointerINTEL]") {
  const auto finds = kernel_of_source(
      context, "kernel void f(global int *global *a) { a[0][get_global_id(0)] += a[1][0]; }",
      "-cl-std=CL3.0");
  cl_int *values = unified(64);
  auto *virtual_values = static_cast<cl_int *>(clSVMAlloc(context, 0, 4, 0));
  *virtual_values = 1;
  auto **table =
      static_cast<cl_int **>(host_alloc(context, nullptr, 2 * sizeof(cl_int *), 0, nullptr));
  table[0] = values;
  table[1] = virtual_values;
  succeed(set_argument(finds, 0, table));
  // The lists are independent.
  succeed(
      clSetKernelExecInfo(finds, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void *), &virtual_values));
  succeed(clSetKernelExecInfo(finds, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof(void *), &values));
  const Handle<cl_event> user = user_event();
  const size_t size = 64;
  succeed(
      clEnqueueNDRangeKernel(queue, finds, 1, nullptr, &size, nullptr, 1, user.address(), nullptr));
  cl_int host[64] = {};
  succeed(copy(queue, CL_FALSE, host, values, 256, 0, nullptr, nullptr));
  // The command retains both.
  succeed(free(context, values));
  clSVMFree(context, virtual_values);
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  succeed(clFinish(queue));
  CHECK(std::vector<cl_int>(host, host + 64) == numbers(64, 1));
  succeed(clSetKernelExecInfo(finds, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 0, nullptr));
  succeed(free(context, table));
}

TEST_CASE_METHOD(Fixture, "clSetKernelExecInfo: indirect access to all unified memory of a kind",
                 "[clSetKernelArgMemPointerINTEL]") {
  for (const cl_kernel_exec_info name : {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                         CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                         CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    for (const cl_bool value : {CL_TRUE, CL_FALSE}) {
      succeed(clSetKernelExecInfo(kernel, name, sizeof value, &value));
      expect(clSetKernelExecInfo(nullptr, name, sizeof value, &value), CL_INVALID_KERNEL);
      expect(clSetKernelExecInfo(kernel, name, 1, &value), CL_INVALID_VALUE);
      expect(clSetKernelExecInfo(kernel, name, sizeof value, nullptr), CL_INVALID_VALUE);
    }
  }
  const void *pointers[] = {&kernel};
  expect(clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 8, pointers),
         CL_INVALID_KERNEL);
  expect(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 7, pointers),
         CL_INVALID_VALUE);
  expect(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 8, nullptr),
         CL_INVALID_VALUE);
  succeed(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 8, pointers));
}

}  // namespace mux::test::cl_set_kernel_arg_mem_pointer_intel
