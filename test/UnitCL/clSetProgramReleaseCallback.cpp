#include "programs.h"

namespace mux::test::cl_set_program_release_callback {

TEST_CASE_METHOD(
    ContextFixture,
    "clSetProgramReleaseCallback: is rejected, as program-scope destructors are not supported",
    "[clSetProgramReleaseCallback]") {
  const auto program = program_of(context, some_kernels);
  const auto notify = [](cl_program, void *) {};
  expect(clSetProgramReleaseCallback(program, notify, nullptr), CL_INVALID_OPERATION);
  expect(clSetProgramReleaseCallback(program, nullptr, nullptr), CL_INVALID_VALUE);
  expect(clSetProgramReleaseCallback(nullptr, notify, nullptr), CL_INVALID_PROGRAM);
}

}  // namespace mux::test::cl_set_program_release_callback
