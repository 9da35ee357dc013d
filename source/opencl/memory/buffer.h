/// @file
/// A buffer or sub-buffer.
#pragma once

#include "opencl/memory/mem_object.h"
#include "opencl/memory/properties.h"

namespace mux::opencl {

class Buffer final : public MemObject {
 public:
  static constexpr const char *invalid_text = "not a buffer of this platform";

  /// @param host pointer for CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR; else NULL.
  /// @param foreign the imported memory; else NULL.
  Buffer(Context &context, cl_mem_flags flags, const MemProperties &properties, size_t size,
         void *host, std::unique_ptr<ImportedMemory> foreign = nullptr);
  /// Creates a sub-buffer.
  Buffer(Buffer &whole, cl_mem_flags flags, size_t origin, size_t size);

  /// The mux buffer of a device, by its index in the context.
  mux_buffer_t on(size_t device_index) const { return buffers_.on(device_index); }

 private:
  DeviceBuffers buffers_;
};

/// The buffer of a handle. Fails if it is not a buffer.
Buffer &checked_buffer(cl_mem handle);

}  // namespace mux::opencl
