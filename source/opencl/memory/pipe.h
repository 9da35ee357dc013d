/// @file
/// A pipe: a buffer of mux with what mux/pipe.h describes, which the host has no access to.
#pragma once

#include "opencl/memory/mem_object.h"

namespace mux::opencl {

class Pipe final : public MemObject {
 public:
  static constexpr const char *invalid_text = "not a pipe of this platform";

  /// An empty one. Fails with CL_MEM_OBJECT_ALLOCATION_FAILURE.
  Pipe(Context &context, cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets);

  cl_uint packet_size() const { return packet_size_; }
  cl_uint max_packets() const { return max_packets_; }
  /// The device's, by its position in the context.
  mux_buffer_t on(size_t device_index) const { return buffers_.on(device_index); }

 private:
  cl_uint packet_size_;
  cl_uint max_packets_;
  DeviceBuffers buffers_;
};

/// The pipe behind a handle of the program's. Fails if it is something else.
Pipe &checked_pipe(cl_mem handle);

}  // namespace mux::opencl
