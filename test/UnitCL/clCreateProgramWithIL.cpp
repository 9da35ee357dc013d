#include "programs.h"

namespace mux::test::cl_create_program_with_il {

TEST_CASE_METHOD(ContextFixture, "clCreateProgramWithIL: no device takes any",
                 "[clCreateProgramWithIL]") {
  const cl_uint module[] = {0x07230203, 0, 0, 0, 0};
  expect_none(CL_INVALID_OPERATION, [&](cl_int *code) {
    return clCreateProgramWithIL(context, module, sizeof module, code);
  });
  expect_none(CL_INVALID_CONTEXT, [&](cl_int *code) {
    return clCreateProgramWithIL(nullptr, module, sizeof module, code);
  });
}

}  // namespace mux::test::cl_create_program_with_il
