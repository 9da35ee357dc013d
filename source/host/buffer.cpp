#include "host/buffer.h"

#include "host/device_info.h"
#include "host/error.h"
#include "host/memory.h"
#include "host/target.h"

namespace mux::host {

Buffer::Buffer(const Allocator &allocator, uint64_t size) noexcept
    // The first heap is the only one.
    : mux_buffer_s{object_id(mux_object_id_buffer), {size, buffer_alignment, 1}},
      allocator_(allocator) {}

void Buffer::bind(const Memory &memory, uint64_t offset) {
  memory_ = &memory;
  memory_offset_ = offset;
  address_ = memory.address() + offset;
}

mux_result_t create_buffer(mux_device_t, size_t size, mux_allocator_info_t allocator_info,
                           mux_buffer_t *out_buffer) {
  const Allocator allocator(allocator_info);
  Buffer *buffer = allocator.create<Buffer>(allocator, size);
  if (!buffer) {
    return fail(mux_error_out_of_memory, "no memory for a buffer");
  }
  *out_buffer = buffer;
  return mux_success;
}

void destroy_buffer(mux_device_t, mux_buffer_t buffer, mux_allocator_info_t) {
  auto *object = static_cast<Buffer *>(buffer);
  Allocator::destroy(object->allocator(), object);
}

mux_result_t bind_buffer_memory(mux_device_t, mux_memory_t memory, mux_buffer_t buffer,
                                uint64_t offset) {
  static_cast<Buffer *>(buffer)->bind(*static_cast<Memory *>(memory), offset);
  return mux_success;
}

}  // namespace mux::host
