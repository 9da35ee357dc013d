#include "programs.h"

namespace mux::test::cl_get_kernel_work_group_info {

TEST_CASE_METHOD(ContextFixture, "clGetKernelWorkGroupInfo: queries of a kernel",
                 "[clGetKernelWorkGroupInfo]") {
  const auto program = built_program(
      context,
      "kernel __attribute__((reqd_work_group_size(8,2,1))) void f(global int *a, local int *b)"
      "{ local int c[16]; int i = get_local_id(0); c[i] = i; barrier(CLK_LOCAL_MEM_FENCE);"
      "a[i] = c[15 - i] + b[0]; }\n"
      "kernel void g() {}");
  const auto get = work_group_info_on(device);
  const auto kernel = kernel_of(program, "f");
  const auto plain = kernel_of(program, "g");
  const std::vector<size_t> required = {8, 2, 1};
  expect_list(get, kernel, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, required);
  expect_list(get, plain, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, std::vector<size_t>(3, 0));
  const auto greatest = info<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  CHECK(info<size_t>(get, plain, CL_KERNEL_WORK_GROUP_SIZE) <= greatest);
  CHECK(info<size_t>(get, plain, CL_KERNEL_WORK_GROUP_SIZE) > 0);
  CHECK(info<size_t>(get, plain, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) > 0);
  expect_info(get, plain, CL_KERNEL_LOCAL_MEM_SIZE, cl_ulong{0});
  expect_info(get, plain, CL_KERNEL_PRIVATE_MEM_SIZE, cl_ulong{0});
  const auto declared = info<cl_ulong>(get, kernel, CL_KERNEL_LOCAL_MEM_SIZE);
  CHECK(declared >= 64);
  CHECK(declared < 1024);
  succeed(clSetKernelArg(kernel, 1, 100, nullptr));
  expect_info(get, kernel, CL_KERNEL_LOCAL_MEM_SIZE, declared + 100);
  expect_info(work_group_info_on(nullptr), kernel, CL_KERNEL_LOCAL_MEM_SIZE, declared + 100);
}

TEST_CASE_METHOD(TwoDevicesFixture, "clGetKernelWorkGroupInfo: rejects invalid arguments",
                 "[clGetKernelWorkGroupInfo]") {
  const auto kernel = kernel_of_source(context, "kernel void f() {}");
  const auto code = [](cl_kernel of, cl_device_id on, cl_kernel_work_group_info name) {
    return clGetKernelWorkGroupInfo(of, on, name, 0, nullptr, nullptr);
  };
  expect(code(nullptr, devices[0], CL_KERNEL_WORK_GROUP_SIZE), CL_INVALID_KERNEL);
  expect(code(kernel, nullptr, CL_KERNEL_WORK_GROUP_SIZE), CL_INVALID_DEVICE);
  expect(code(kernel, device, CL_KERNEL_WORK_GROUP_SIZE), CL_INVALID_DEVICE);
  expect(code(kernel, devices[1], 0), CL_INVALID_VALUE);
  expect(code(kernel, devices[1], CL_KERNEL_GLOBAL_WORK_SIZE), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_kernel_work_group_info
