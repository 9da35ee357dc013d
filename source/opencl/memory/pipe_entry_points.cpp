// Entry points of pipes, which the devices do not have.

#include "opencl/memory/mem_object.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

cl_mem clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties *,
                    cl_int *errcode_ret) {
  return create("clCreatePipe", errcode_ret, [&]() -> cl_mem {
    checked<Context>(context);
    fail(CL_INVALID_OPERATION, "no device of the context has pipes");
  });
}

cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info, size_t, void *, size_t *) {
  return call("clGetPipeInfo", [&] {
    checked<MemObject>(pipe);
    fail(CL_INVALID_MEM_OBJECT, "the memory object is not a pipe");
  });
}
