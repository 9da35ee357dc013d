#include "fixtures.h"

namespace mux::test::cl_get_pipe_info {

TEST_CASE_METHOD(ContextFixture, "clGetPipeInfo: CL_INVALID_MEM_OBJECT, for there are no pipes") {
  const Handle<cl_mem> memory = buffer(64);
  cl_uint value = 0;
  for (const cl_mem wrong : {cl_mem{nullptr}, static_cast<cl_mem>(memory)}) {
    expect(clGetPipeInfo(wrong, CL_PIPE_PACKET_SIZE, sizeof value, &value, nullptr),
           CL_INVALID_MEM_OBJECT);
  }
}

}  // namespace mux::test::cl_get_pipe_info
