#include "programs.h"

namespace mux::test::cl_retain_kernel {

TEST_CASE_METHOD(ContextFixture, "clRetainKernel: counts references", "[clRetainKernel]") {
  const auto kernel = kernel_of_source(context, "kernel void f() {}");
  succeed(clRetainKernel(kernel));
  expect_info(clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT, cl_uint{2});
  succeed(clReleaseKernel(kernel));
  expect_info(clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT, cl_uint{1});
  expect(clRetainKernel(nullptr), CL_INVALID_KERNEL);
  expect(clReleaseKernel(nullptr), CL_INVALID_KERNEL);
}

TEST_CASE_METHOD(QueueFixture, "clReleaseKernel: commands retain the objects they use",
                 "[clRetainKernel]") {
  auto memory = buffer_of(numbers(100));
  const auto result = buffer(400);
  const auto user = user_event();
  {
    const auto kernel =
        kernel_of_source(context,
                         "kernel void f(global int *a, global const int *b, sampler_t s)"
                         "{ a[get_global_id(0)] = b[get_global_id(0)]; }");
    const auto sampler = created([&](cl_int *code) {
      return clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, code);
    });
    set_arguments(kernel, result, memory, sampler);
    const size_t size = 100;
    succeed(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 1, user.address(),
                                   nullptr));
  }
  memory.reset();
  succeed(clSetUserEventStatus(user, CL_COMPLETE));
  CHECK(contents<cl_int>(result) == numbers(100));
}

}  // namespace mux::test::cl_retain_kernel
