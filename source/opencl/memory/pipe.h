/// @file
/// A pipe: a mux buffer with the layout of mux/pipe.h, which the host cannot access.
#pragma once

#include "opencl/memory/mem_object.h"

namespace mux::opencl {

class Pipe final : public MemObject {
 public:
  static constexpr const char *invalid_text = "not a pipe of this platform";

  /// Creates an empty pipe. Fails with CL_MEM_OBJECT_ALLOCATION_FAILURE.
  Pipe(Context &context, cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets);

  cl_uint packet_size() const { return packet_size_; }
  cl_uint max_packets() const { return max_packets_; }
  /// The mux buffer of a device, by its index in the context.
  mux_buffer_t on(size_t device_index) const { return buffers_.on(device_index); }

 private:
  cl_uint packet_size_;
  cl_uint max_packets_;
  DeviceBuffers buffers_;
};

/// The pipe of a handle. Fails if it is not a pipe.
Pipe &checked_pipe(cl_mem handle);

}  // namespace mux::opencl
