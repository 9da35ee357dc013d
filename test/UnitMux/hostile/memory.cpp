// Memory, buffers and images.

#include "hostile/hostile_calls.h"

namespace mux::test::hostile_calls {

void HostileCalls::allocate_memory() {
  const auto type = w.enumerator(mux_allocation_type_alloc_device);
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_memory_t made = nullptr;
  const uint32_t properties = w.once_in(8) ? w.number32() : 1U << w.below(4) | 1U << w.below(4);
  // Untouched memory only takes address space, but must not take all of it.
  const uint64_t size = w.number();
  const size_t bounded = size < (uint64_t{1} << 33) ? size : size | uint64_t{1} << 62;
  const mux_result_t result =
      muxAllocateMemory(device, bounded, w.once_in(8) ? w.number32() : 1, properties, type,
                        w.once_in(8) ? w.number32() & 0xffff : 0, allocator, out(made));
  judge_made("muxAllocateMemory", result, made,
             [&](mux_memory_t memory) { muxFreeMemory(device, memory, allocator); });
}

void HostileCalls::memory_from_host() {
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_memory_t made = nullptr;
  const mux_result_t result =
      muxCreateMemoryFromHost(device, w.number(), w.any_host(), allocator, out(made));
  judge_made("muxCreateMemoryFromHost", result, made,
             [&](mux_memory_t memory) { muxFreeMemory(device, memory, allocator); });
}

void HostileCalls::map_memory() {
  void *data = nullptr;
  mux_memory_t memory = w.any_memory();
  mux_device_t device = w.any_device();
  if (judge("muxMapMemory", muxMapMemory(device, memory, w.number(), w.number(), out(data))) ==
      mux_success) {
    CHECK(data != nullptr);
    judge("muxUnmapMemory", muxUnmapMemory(device, memory));
  }
  judge("muxUnmapMemory", muxUnmapMemory(w.any_device(), w.any_memory()));
}

void HostileCalls::flush_memory() {
  judge("muxFlushMappedMemoryToDevice",
        muxFlushMappedMemoryToDevice(w.any_device(), w.any_memory(), w.number(), w.number()));
  judge("muxFlushMappedMemoryFromDevice",
        muxFlushMappedMemoryFromDevice(w.any_device(), w.any_memory(), w.number(), w.number()));
}

void HostileCalls::create_buffer() {
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_buffer_t made = nullptr;
  const mux_result_t result = muxCreateBuffer(device, w.number(), allocator, out(made));
  judge_made("muxCreateBuffer", result, made,
             [&](mux_buffer_t buffer) { muxDestroyBuffer(device, buffer, allocator); });
}

void HostileCalls::bind_buffer() {
  judge("muxBindBufferMemory",
        muxBindBufferMemory(w.any_device(), w.any_memory(), w.any_buffer(), w.number()));
}

void HostileCalls::create_image() {
  const auto type = w.enumerator(mux_image_type_3d);
  const auto format = w.once_in(2) ? w.enumerator(mux_image_format_R8G8B8A8_unorm)
                                   : mux_image_format_R8G8B8A8_unorm;
  const auto size = [&] { return w.once_in(6) ? w.number32() : 1 + w.below(8); };
  const mux_allocator_info_t allocator = w.any_allocator();
  mux_device_t device = w.any_device();
  mux_image_t made = nullptr;
  const mux_result_t result = muxCreateImage(
      device, type, format, size(), w.once_in(2) ? 1 : size(), w.once_in(2) ? 1 : size(),
      w.once_in(4) ? size() : 0, w.once_in(3) ? w.number() : 0, w.once_in(3) ? w.number() : 0,
      allocator, out(made));
  judge_made("muxCreateImage", result, made,
             [&](mux_image_t image) { muxDestroyImage(device, image, allocator); });
}

void HostileCalls::bind_image() {
  judge("muxBindImageMemory",
        muxBindImageMemory(w.any_device(), w.any_memory(), w.any_image(), w.number()));
}

void HostileCalls::image_formats() {
  const auto type = w.enumerator(mux_image_type_3d);
  const auto allocation = w.enumerator(mux_allocation_type_alloc_device);
  std::vector<mux_image_format_e> formats(256);
  uint32_t count = 0;
  judge("muxGetSupportedImageFormats",
        muxGetSupportedImageFormats(w.any_device(), type, allocation, w.below(257),
                                    w.once_in(3) ? nullptr : formats.data(), out(count)));
}

}  // namespace mux::test::hostile_calls
