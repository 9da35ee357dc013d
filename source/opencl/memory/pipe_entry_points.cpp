// Entry points of pipes.

#include <mux/pipe.h>

#include <algorithm>

#include "opencl/memory/flags.h"
#include "opencl/memory/pipe.h"
#include "opencl/support/call.h"
#include "opencl/support/info.h"

using namespace mux::opencl;

namespace {

cl_mem create_pipe(cl_context context, cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets,
                   const cl_pipe_properties *properties) {
  Context &object = checked<Context>(context);
  flags::check(flags, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
  require(properties == nullptr, CL_INVALID_VALUE, "properties is not NULL");
  require(packet_size != 0 && packet_size <= MUX_PIPE_MAX_PACKET_SIZE, CL_INVALID_PIPE_SIZE,
          "pipe_packet_size is 0 or greater than CL_DEVICE_PIPE_MAX_PACKET_SIZE");
  require(max_packets != 0, CL_INVALID_PIPE_SIZE, "pipe_max_packets is 0");
  const uint64_t size = mux_pipe_size(packet_size, max_packets);
  require(std::ranges::any_of(
              object.devices(),
              [&](const Ref<Device> &device) { return size <= device->info()->allocation_size; }),
          CL_MEM_OBJECT_ALLOCATION_FAILURE, "out of memory for a pipe of this size");
  return New<Pipe>(object, flags, packet_size, max_packets).give();
}

void pipe_info(const Pipe &pipe, cl_pipe_info name, const InfoOut &out) {
  switch (name) {
    case CL_PIPE_PACKET_SIZE:
      return out.of(pipe.packet_size());
    case CL_PIPE_MAX_PACKETS:
      return out.of(pipe.max_packets());
    case CL_PIPE_PROPERTIES:
      return out.array(pipe.properties());
    default:
      fail_unknown_info("a pipe", name);
  }
}

}  // namespace

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                    cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                    cl_int *errcode_ret) {
  return create<Context>("clCreatePipe", context, errcode_ret, [&] {
    return create_pipe(context, flags, pipe_packet_size, pipe_max_packets, properties);
  });
}

cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
                     void *param_value, size_t *param_value_size_ret) {
  return call("clGetPipeInfo", [&] {
    pipe_info(checked_pipe(pipe), param_name,
              {param_value_size, param_value, param_value_size_ret});
  });
}
