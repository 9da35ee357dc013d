#include "fixtures.h"

namespace mux::test::cl_get_pipe_info {

TEST_CASE_METHOD(ContextFixture, "clGetPipeInfo: as the pipe was created", "[clGetPipeInfo]") {
  const auto pipe =
      created([&](cl_int *code) { return clCreatePipe(context, 0, 7, 1000, nullptr, code); });
  expect_info(clGetPipeInfo, pipe, CL_PIPE_PACKET_SIZE, cl_uint{7});
  expect_info(clGetPipeInfo, pipe, CL_PIPE_MAX_PACKETS, cl_uint{1000});
  expect_list<cl_pipe_properties>(clGetPipeInfo, pipe, CL_PIPE_PROPERTIES, {});
  cl_uint value = 0;
  expect(clGetPipeInfo(pipe, CL_MEM_TYPE, sizeof value, &value, nullptr), CL_INVALID_VALUE);
}

TEST_CASE_METHOD(ContextFixture, "clGetPipeInfo: CL_INVALID_MEM_OBJECT for other objects",
                 "[clGetPipeInfo]") {
  const Handle<cl_mem> memory = buffer(64);
  cl_uint value = 0;
  for (const cl_mem wrong : {cl_mem{nullptr}, static_cast<cl_mem>(memory)}) {
    expect(clGetPipeInfo(wrong, CL_PIPE_PACKET_SIZE, sizeof value, &value, nullptr),
           CL_INVALID_MEM_OBJECT);
  }
}

}  // namespace mux::test::cl_get_pipe_info
