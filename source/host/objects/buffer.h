/// @file
/// A buffer: a size, and once bound, a range of memory.
///
/// Thread-safe, but the program must serialize binding a buffer with its uses.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

#include "host/objects/binding.h"
#include "host/support/allocator.h"

namespace mux::host {

class Buffer : public mux_buffer_s {
 public:
  Buffer(const Allocator &allocator, mux_device_t device, uint64_t size) noexcept;

  /// Returns whether it was bound before.
  bool bind(const Memory &memory, uint64_t offset) { return binding_.set(memory, offset); }
  bool bound() const { return binding_.exists(); }
  /// Precondition: bound.
  std::byte *address() const { return binding_.address(); }
  const Memory *memory() const { return binding_.memory(); }
  /// Offset of the buffer in its memory.
  uint64_t memory_offset() const { return binding_.offset(); }
  uint64_t size() const { return memory_requirements.size; }
  const Allocator &allocator() const { return allocator_; }
  mux_device_t device() const { return device_; }

 private:
  Allocator allocator_;
  mux_device_t device_;
  Binding binding_;
};

mux_result_t create_buffer(mux_device_t device, size_t size, mux_allocator_info_t allocator_info,
                           mux_buffer_t *out_buffer);
void destroy_buffer(mux_device_t device, mux_buffer_t buffer, mux_allocator_info_t allocator_info);
mux_result_t bind_buffer_memory(mux_device_t device, mux_memory_t memory, mux_buffer_t buffer,
                                uint64_t offset);

}  // namespace mux::host
