#include "gallium/resource/storage.h"

#include "gallium/resource/layout.h"

namespace mux::gallium {

Storage::Storage(Screen &screen, uint64_t size) : screen_(screen), size_(size) {
  constexpr uint32_t heap = 1;
  const mux_result_t result = muxAllocateMemory(
      screen.device(), size, heap,
      mux_memory_property_host_visible | mux_memory_property_host_coherent,
      mux_allocation_type_alloc_host, storage_alignment, screen.allocator(), &memory_);
  require(result == mux_success, mux_error_out_of_memory, "out of memory for a resource");
  void *data = nullptr;
  if (const mux_result_t mapped = muxMapMemory(screen.device(), memory_, 0, size, &data);
      mapped != mux_success) {
    free_memory();
    check(mapped);
  }
  mapped_ = true;
  data_ = static_cast<std::byte *>(data);
  make_buffer();
}

Storage::Storage(Screen &screen, void *memory, uint64_t size)
    : screen_(screen), size_(size), data_(static_cast<std::byte *>(memory)) {
  check(muxCreateMemoryFromHost(screen.device(), size, memory, screen.allocator(), &memory_));
  make_buffer();
}

void Storage::make_buffer() {
  mux_device_t device = screen_->device();
  mux_result_t result = muxCreateBuffer(device, size_, screen_->allocator(), &buffer_);
  if (result == mux_success) {
    result = muxBindBufferMemory(device, memory_, buffer_, 0);
    if (result != mux_success) {
      muxDestroyBuffer(device, buffer_, screen_->allocator());
    }
  }
  if (result != mux_success) {
    free_memory();
    check(result);
  }
}

void Storage::free_memory() noexcept {
  if (mapped_) {
    muxUnmapMemory(screen_->device(), memory_);
  }
  muxFreeMemory(screen_->device(), memory_, screen_->allocator());
}

Storage::~Storage() {
  muxDestroyBuffer(screen_->device(), buffer_, screen_->allocator());
  free_memory();
}

}  // namespace mux::gallium
