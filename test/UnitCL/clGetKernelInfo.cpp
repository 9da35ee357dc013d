#include "programs.h"

namespace mux::test::cl_get_kernel_info {

TEST_CASE_METHOD(ContextFixture, "clGetKernelInfo: queries of a kernel", "[clGetKernelInfo]") {
  const auto program = built_program(
      context,
      "kernel __attribute__((reqd_work_group_size(8,2,1))) void f(int a, global int *b) {}\n"
      "kernel void g() {}");
  const auto kernel = kernel_of(program, "f");
  CHECK(info_text(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME) == "f");
  expect_info(clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS, cl_uint{2});
  expect_info(clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT, cl_uint{1});
  expect_info<cl_context>(clGetKernelInfo, kernel, CL_KERNEL_CONTEXT, context);
  expect_info<cl_program>(clGetKernelInfo, kernel, CL_KERNEL_PROGRAM, program);
  CHECK(info_text(clGetKernelInfo, kernel, CL_KERNEL_ATTRIBUTES) == "reqd_work_group_size(8,2,1)");
  const auto plain = kernel_of(program, "g");
  CHECK(info_text(clGetKernelInfo, plain, CL_KERNEL_ATTRIBUTES).empty());
  const auto loaded = program_of_binary(context, device, binary_of(program));
  succeed(clBuildProgram(loaded, 0, nullptr, nullptr, nullptr, nullptr));
  CHECK(info_text(clGetKernelInfo, kernel_of(loaded, "f"), CL_KERNEL_ATTRIBUTES).empty());
}

TEST_CASE_METHOD(ContextFixture, "clGetKernelInfo: rejects invalid arguments",
                 "[clGetKernelInfo]") {
  const auto kernel = kernel_of_source(context, "kernel void f() {}");
  expect(clGetKernelInfo(nullptr, CL_KERNEL_NUM_ARGS, 0, nullptr, nullptr), CL_INVALID_KERNEL);
  expect(clGetKernelInfo(kernel, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_get_kernel_info
