#include "opencl/context/storage.h"

namespace mux::opencl {

void free_memory(mux_device_t device, mux_memory_t memory, mux_allocator_info_t allocator_info) {
  muxUnmapMemory(device, memory);
  muxFreeMemory(device, memory, allocator_info);
}

Storage::Storage(std::span<const Ref<Device>> devices, size_t size, uint32_t alignment)
    : data_(nullptr), size_(size), memories_(devices, [&](size_t index, Device &device) {
        return index == 0 ? allocate(device, alignment) : share(device);
      }) {}

Storage::Storage(std::span<const Ref<Device>> devices, void *host, size_t size)
    : data_(host),
      size_(size),
      memories_(devices, [&](size_t, Device &device) { return share(device); }) {}

mux_memory_t Storage::allocate(Device &device, uint32_t alignment) {
  constexpr uint32_t heap = 1;
  mux_memory_t memory = nullptr;
  const mux_result_t result =
      muxAllocateMemory(device.mux(), size_, heap,
                        mux_memory_property_host_visible | mux_memory_property_host_coherent,
                        mux_allocation_type_alloc_host, alignment, client::allocator(), &memory);
  require(result == mux_success, CL_MEM_OBJECT_ALLOCATION_FAILURE,
          "out of memory for an object of this size");
  Owned<mux_memory_t, free_memory> owned(device, memory);
  check(muxMapMemory(device.mux(), memory, 0, size_, &data_));
  return owned.release();
}

mux_memory_t Storage::share(Device &device) const {
  mux_memory_t memory = nullptr;
  const mux_result_t result =
      muxCreateMemoryFromHost(device.mux(), size_, data_, client::allocator(), &memory);
  require(result == mux_success, CL_MEM_OBJECT_ALLOCATION_FAILURE,
          "the device rejects host memory of this size");
  return memory;
}

DeviceBuffers::DeviceBuffers(std::span<const Ref<Device>> devices, const Storage &storage,
                             size_t offset, size_t size)
    : buffers_(devices, [&](size_t index, Device &device) {
        mux_buffer_t buffer = nullptr;
        check(muxCreateBuffer(device.mux(), size, client::allocator(), &buffer));
        Owned<mux_buffer_t, muxDestroyBuffer> owned(device, buffer);
        check(muxBindBufferMemory(device.mux(), storage.on(index), buffer, offset));
        return owned.release();
      }) {}

}  // namespace mux::opencl
