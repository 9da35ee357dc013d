#include "programs.h"

namespace mux::test::cl_clone_kernel {

TEST_CASE_METHOD(QueueFixture, "clCloneKernel: copies the arguments, which then are independent",
                 "[clCloneKernel]") {
  auto kernel = kernel_of_source(
      context, "kernel void f(global int *a, int b, local int *c) { a[get_global_id(0)] += b; }");
  const auto memory = buffer_of(numbers(8));
  set_arguments(kernel, memory, cl_int{5});
  succeed(clSetKernelArg(kernel, 2, 64, nullptr));
  const auto clone = created([&](cl_int *code) { return clCloneKernel(kernel, code); });
  expect_info(clGetKernelInfo, clone, CL_KERNEL_REFERENCE_COUNT, cl_uint{1});
  CHECK(info_text(clGetKernelInfo, clone, CL_KERNEL_FUNCTION_NAME) == "f");
  const cl_int seven = 7;
  succeed(clSetKernelArg(kernel, 1, 4, &seven));
  run(queue, clone, 8);
  CHECK(contents<cl_int>(memory) == numbers(8, 5));
  run(queue, kernel, 8);
  CHECK(contents<cl_int>(memory) == numbers(8, 12));
  kernel.reset();
  run(queue, clone, 8);
  CHECK(contents<cl_int>(memory) == numbers(8, 17));
}

TEST_CASE_METHOD(QueueFixture, "clCloneKernel: unset arguments stay unset", "[clCloneKernel]") {
  const auto kernel = kernel_of_source(context, "kernel void f(global int *a) {}");
  const auto clone = created([&](cl_int *code) { return clCloneKernel(kernel, code); });
  const size_t size = 1;
  expect(clEnqueueNDRangeKernel(queue, clone, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
         CL_INVALID_KERNEL_ARGS);
  expect_none(CL_INVALID_KERNEL, [](cl_int *code) { return clCloneKernel(nullptr, code); });
}

}  // namespace mux::test::cl_clone_kernel
