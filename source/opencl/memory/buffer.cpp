#include "opencl/memory/buffer.h"

namespace mux::opencl {

Buffer::Buffer(Context &context, cl_mem_flags flags, const MemProperties &properties, size_t size,
               void *host, std::unique_ptr<ImportedMemory> foreign)
    : MemObject(context, {CL_MEM_OBJECT_BUFFER, flags, properties.list, size, host,
                          properties.addressed, std::move(foreign)}),
      buffers_(context.devices(), storage(), 0, size) {}

Buffer::Buffer(Buffer &whole, cl_mem_flags flags, size_t origin, size_t size)
    : MemObject(whole, {CL_MEM_OBJECT_BUFFER, flags, {}, size, nullptr}, origin),
      buffers_(context().devices(), storage(), offset(), size) {}

Buffer *MemObject::as_buffer() {
  return type_ == CL_MEM_OBJECT_BUFFER ? static_cast<Buffer *>(this) : nullptr;
}

Buffer &checked_buffer(cl_mem handle) {
  Buffer *buffer = checked<MemObject>(handle).as_buffer();
  require(buffer != nullptr, CL_INVALID_MEM_OBJECT, Buffer::invalid_text);
  return *buffer;
}

}  // namespace mux::opencl
