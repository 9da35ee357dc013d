#include "programs.h"

namespace mux::test::cl_set_program_specialization_constant {

TEST_CASE_METHOD(ContextFixture,
                 "clSetProgramSpecializationConstant: is refused, as there are no IL programs",
                 "[clSetProgramSpecializationConstant]") {
  const auto program = program_of(context, some_kernels);
  const cl_uint value = 1;
  expect(clSetProgramSpecializationConstant(program, 0, sizeof value, &value),
         CL_INVALID_OPERATION);
  expect(clSetProgramSpecializationConstant(nullptr, 0, sizeof value, &value), CL_INVALID_PROGRAM);
}

}  // namespace mux::test::cl_set_program_specialization_constant
