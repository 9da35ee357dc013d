/// @file
/// A buffer, or a part of one.
#pragma once

#include "opencl/memory/mem_object.h"
#include "opencl/memory/properties.h"

namespace mux::opencl {

class Buffer final : public MemObject {
 public:
  static constexpr const char *invalid_text = "not a buffer of this platform";

  /// @param host the program's memory that `flags` say to use or to copy; else NULL.
  /// @param foreign the memory that it is imported from; else NULL.
  Buffer(Context &context, cl_mem_flags flags, const MemProperties &properties, size_t size,
         void *host, std::unique_ptr<ForeignMemory> foreign = nullptr);
  /// A part of a buffer.
  Buffer(Buffer &whole, cl_mem_flags flags, size_t origin, size_t size);

  /// The device's, by its position in the context.
  mux_buffer_t on(size_t device_index) const { return buffers_.on(device_index); }

 private:
  DeviceBuffers buffers_;
};

/// The buffer behind a handle of the program's. Fails if it is something else.
Buffer &checked_buffer(cl_mem handle);

}  // namespace mux::opencl
