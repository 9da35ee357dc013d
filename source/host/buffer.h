// A buffer: a size, and once it is bound, a range of memory.
//
// Binding and using a buffer at once is the program's to serialise.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

#include "host/allocator.h"

namespace mux::host {

class Memory;

class Buffer : public mux_buffer_s {
 public:
  Buffer(const Allocator &allocator, mux_device_t device, uint64_t size) noexcept;

  void bind(const Memory &memory, uint64_t offset);
  bool bound() const { return memory_; }
  // Only of a bound buffer.
  std::byte *address() const { return address_; }
  const Memory *memory() const { return memory_; }
  // Where in its memory the buffer begins.
  uint64_t memory_offset() const { return memory_offset_; }
  uint64_t size() const { return memory_requirements.size; }
  const Allocator &allocator() const { return allocator_; }
  mux_device_t device() const { return device_; }

 private:
  Allocator allocator_;
  mux_device_t device_;
  const Memory *memory_ = nullptr;
  uint64_t memory_offset_ = 0;
  std::byte *address_ = nullptr;
};

mux_result_t create_buffer(mux_device_t device, size_t size, mux_allocator_info_t allocator_info,
                           mux_buffer_t *out_buffer);
void destroy_buffer(mux_device_t device, mux_buffer_t buffer, mux_allocator_info_t allocator_info);
mux_result_t bind_buffer_memory(mux_device_t device, mux_memory_t memory, mux_buffer_t buffer,
                                uint64_t offset);

}  // namespace mux::host
