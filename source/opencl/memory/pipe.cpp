#include "opencl/memory/pipe.h"

#include <mux/pipe.h>

#include "opencl/platform/limits.h"

namespace mux::opencl {

static_assert(limits::base_alignment % MUX_PIPE_ALIGNMENT == 0);

Pipe::Pipe(Context &context, cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets)
    : MemObject(context,
                {CL_MEM_OBJECT_PIPE, flags, {}, mux_pipe_size(packet_size, max_packets), nullptr}),
      packet_size_(packet_size),
      max_packets_(max_packets),
      buffers_(context.devices(), storage(), 0, size()) {
  mux_pipe_initialize(data(), packet_size, max_packets);
}

Pipe *MemObject::as_pipe() {
  return type_ == CL_MEM_OBJECT_PIPE ? static_cast<Pipe *>(this) : nullptr;
}

Pipe &checked_pipe(cl_mem handle) {
  Pipe *pipe = checked<MemObject>(handle).as_pipe();
  require(pipe != nullptr, CL_INVALID_MEM_OBJECT, Pipe::invalid_text);
  return *pipe;
}

}  // namespace mux::opencl
