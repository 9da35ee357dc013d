#include "programs.h"

namespace mux::test::cl_create_kernels_in_program {

TEST_CASE_METHOD(QueueFixture, "clCreateKernelsInProgram: creates all kernels",
                 "[clCreateKernelsInProgram]") {
  const auto program = built_program(context, some_kernels);
  cl_uint count = 0;
  succeed(clCreateKernelsInProgram(program, 0, nullptr, &count));
  REQUIRE(count == 2);
  cl_kernel list[2] = {};
  expect(clCreateKernelsInProgram(program, 1, list, nullptr), CL_INVALID_VALUE);
  CHECK(list[0] == nullptr);
  succeed(clCreateKernelsInProgram(program, 2, list, nullptr));
  const Handle first(list[0]);
  const Handle second(list[1]);
  const auto memory = buffer_of(std::vector<cl_int>{1});
  for (const cl_kernel kernel : list) {
    set_arguments(kernel, memory);
    run(queue, kernel, 1);
  }
  CHECK(contents<cl_int>(memory).front() == 4);
}

TEST_CASE_METHOD(ContextFixture, "clCreateKernelsInProgram: rejects invalid arguments",
                 "[clCreateKernelsInProgram]") {
  const auto source = program_of(context, some_kernels);
  expect(clCreateKernelsInProgram(nullptr, 0, nullptr, nullptr), CL_INVALID_PROGRAM);
  expect(clCreateKernelsInProgram(source, 0, nullptr, nullptr), CL_INVALID_PROGRAM_EXECUTABLE);
}

}  // namespace mux::test::cl_create_kernels_in_program
