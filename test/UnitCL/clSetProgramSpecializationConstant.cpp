#include "programs.h"
#include "spirv_modules.h"

namespace mux::test::cl_set_program_specialization_constant {

TEST_CASE_METHOD(QueueFixture, "clSetProgramSpecializationConstant: the next build uses the value",
                 "[clSetProgramSpecializationConstant]") {
  const auto program = il_program(context, spirv_module("specialized"));
  const auto result = [&] {
    succeed(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
    const auto out = created([&](cl_int *code) {
      return clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_uint), nullptr, code);
    });
    const auto kernel = kernel_of(program, "test");
    set_arguments(kernel, out, out);
    run(queue, kernel, 1);
    cl_uint number = 0;
    succeed(
        clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof number, &number, 0, nullptr, nullptr));
    return number;
  };
  CHECK(result() == (10 + 200) * 3 + 3);
  const cl_uint number = 20;
  succeed(clSetProgramSpecializationConstant(program, 1, sizeof number, &number));
  CHECK(result() == (20 + 200) * 3 + 3);
  const cl_uchar truth = 255;
  succeed(clSetProgramSpecializationConstant(program, 3, sizeof truth, &truth));
  CHECK(result() == (20 + 200) * 12 + 3);
}

TEST_CASE_METHOD(ContextFixture, "clSetProgramSpecializationConstant: invalid arguments",
                 "[clSetProgramSpecializationConstant]") {
  const cl_uint value = 1;
  const auto with_source = program_of(context, some_kernels);
  expect(clSetProgramSpecializationConstant(with_source, 1, sizeof value, &value),
         CL_INVALID_PROGRAM);
  expect(clSetProgramSpecializationConstant(nullptr, 1, sizeof value, &value), CL_INVALID_PROGRAM);
  const auto program = il_program(context, spirv_module("specialized"));
  expect(clSetProgramSpecializationConstant(program, 9, sizeof value, &value), CL_INVALID_SPEC_ID);
  expect(clSetProgramSpecializationConstant(program, 1, 8, &value), CL_INVALID_VALUE);
  expect(clSetProgramSpecializationConstant(program, 1, sizeof value, nullptr), CL_INVALID_VALUE);
}

}  // namespace mux::test::cl_set_program_specialization_constant
