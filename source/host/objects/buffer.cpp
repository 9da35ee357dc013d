#include "host/objects/buffer.h"

#include "host/objects/device.h"
#include "host/objects/device_info.h"
#include "host/objects/memory.h"
#include "host/objects/owner.h"
#include "host/support/error.h"
#include "host/support/object_id.h"

namespace mux::host {

Buffer::Buffer(const Allocator &allocator, mux_device_t device, uint64_t size) noexcept
    : mux_buffer_s{object_id(mux_object_id_buffer), {size, buffer_alignment, only_heap}},
      allocator_(allocator),
      device_(device) {}

mux_result_t create_buffer(mux_device_t device, size_t size, mux_allocator_info_t allocator_info,
                           mux_buffer_t *out_buffer) {
  const Allocator allocator(allocator_info);
  Buffer *buffer = allocator.create<Buffer>(allocator, device, size);
  if (buffer == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for a buffer");
  }
  *out_buffer = buffer;
  return mux_success;
}

void destroy_buffer(mux_device_t device, mux_buffer_t buffer, mux_allocator_info_t) {
  auto *object = static_cast<Buffer *>(buffer);
  if (check_owner(*object, device, "buffer") != mux_success) {
    return;
  }
  Allocator::destroy(object->allocator(), object);
}

mux_result_t bind_buffer_memory(mux_device_t device, mux_memory_t memory, mux_buffer_t buffer,
                                uint64_t offset) {
  auto &object = *static_cast<Buffer *>(buffer);
  const auto &whole = *static_cast<Memory *>(memory);
  mux_result_t result = check_owner(whole, device, "memory");
  if (result == mux_success) {
    result = check_owner(object, device, "buffer");
  }
  if (result != mux_success) {
    return result;
  }
  if (object.bind(whole, offset)) {
    // Counted after the change, so that a plan that has seen the count sees the binding.
    Device::of(device).count_binding();
  }
  return mux_success;
}

}  // namespace mux::host
