#include "programs.h"

namespace mux::test::cl_retain_program {

TEST_CASE_METHOD(ContextFixture, "clRetainProgram: counts references", "[clRetainProgram]") {
  const auto program = program_of(context, some_kernels);
  succeed(clRetainProgram(program));
  expect_info(clGetProgramInfo, program, CL_PROGRAM_REFERENCE_COUNT, cl_uint{2});
  succeed(clReleaseProgram(program));
  expect_info(clGetProgramInfo, program, CL_PROGRAM_REFERENCE_COUNT, cl_uint{1});
  expect(clRetainProgram(nullptr), CL_INVALID_PROGRAM);
  expect(clReleaseProgram(nullptr), CL_INVALID_PROGRAM);
}

TEST_CASE_METHOD(QueueFixture, "clReleaseProgram: kernels retain their program",
                 "[clRetainProgram]") {
  auto program = built_program(context, some_kernels);
  const auto kernel = kernel_of(program, "increment");
  const cl_program handle = program;
  program.reset();
  expect_info(clGetKernelInfo, kernel, CL_KERNEL_PROGRAM, handle);
  expect(clReleaseProgram(handle), CL_INVALID_PROGRAM);
  // The C++ bindings retain the result of queries.
  succeed(clRetainProgram(handle));
  CHECK(info_text(clGetProgramInfo, handle, CL_PROGRAM_SOURCE) == some_kernels);
  succeed(clReleaseProgram(handle));
  const auto memory = buffer_of(numbers(16));
  set_arguments(kernel, memory);
  run(queue, kernel, 16);
  CHECK(contents<cl_int>(memory) == numbers(16, 1));
}

TEST_CASE_METHOD(QueueFixture, "clReleaseProgram: in any order with commands in flight",
                 "[clRetainProgram]") {
  const auto memory = buffer_of(std::vector<cl_int>(1000, 0));
  for (int order = 0; order < 6; ++order) {
    auto program = built_program(context, some_kernels);
    auto kernel = kernel_of(program, "increment");
    auto other = created([&](cl_int *code) {
      return clCreateCommandQueueWithProperties(context, device, nullptr, code);
    });
    set_arguments(kernel, memory);
    const size_t size = 1000;
    const auto user = user_event();
    succeed(clEnqueueNDRangeKernel(other, kernel, 1, nullptr, &size, nullptr, 1, user.address(),
                                   nullptr));
    for (int step = 0; step < 3; ++step) {
      switch ((order + (order < 3 ? step : 2 * step)) % 3) {
        case 0:
          program.reset();
          break;
        case 1:
          kernel.reset();
          break;
        default:
          other.reset();
          break;
      }
    }
    Handle<cl_event> end;
    succeed(clEnqueueMarkerWithWaitList(queue, 1, user.address(), end.out()));
    succeed(clSetUserEventStatus(user, CL_COMPLETE));
    succeed(clWaitForEvents(1, end.address()));
  }
  // The queues were released; their commands run nevertheless.
  const std::vector<cl_int> expected(1000, 6);
  for (int attempt = 0; attempt < 1000 && contents<cl_int>(memory) != expected; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  CHECK(contents<cl_int>(memory) == expected);
}

}  // namespace mux::test::cl_retain_program
