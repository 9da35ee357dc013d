#include "fixtures.h"

namespace mux::test::cl_create_pipe {

TEST_CASE_METHOD(ContextFixture, "clCreatePipe: CL_INVALID_OPERATION, for there are none") {
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_PIPE_SUPPORT) == CL_FALSE);
  expect_none(CL_INVALID_OPERATION,
              [&](cl_int *code) { return clCreatePipe(context, 0, 4, 10, nullptr, code); });
  expect_none(CL_INVALID_CONTEXT,
              [](cl_int *code) { return clCreatePipe(nullptr, 0, 4, 10, nullptr, code); });
}

}  // namespace mux::test::cl_create_pipe
