/// @file
/// Memory that host and all devices of a context access at the same address.
///
/// The memory is allocated by the first device, or provided by the program; the other devices
/// import it as host memory. It is mapped permanently. Immutable after construction, so
/// thread-safe.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <span>

#include "opencl/context/owned.h"

namespace mux::opencl {

/// Frees mux memory, which may be mapped.
void free_memory(mux_device_t device, mux_memory_t memory, mux_allocator_info_t allocator_info);

class Storage {
 public:
  /// Allocates memory. Fails with CL_MEM_OBJECT_ALLOCATION_FAILURE.
  /// @param alignment a power of two.
  Storage(std::span<const Ref<Device>> devices, size_t size, uint32_t alignment);
  /// Uses the program's memory, which must outlive this.
  Storage(std::span<const Ref<Device>> devices, void *host, size_t size);

  void *data() const { return data_; }
  size_t size() const { return size_; }
  mux_memory_t on(size_t device_index) const { return memories_.on(device_index); }

 private:
  mux_memory_t allocate(Device &device, uint32_t alignment);
  mux_memory_t share(Device &device) const;

  void *data_;
  size_t size_;
  OwnedByDevice<mux_memory_t, free_memory> memories_;
};

/// Mux buffers of all devices for a range of a storage.
class DeviceBuffers {
 public:
  DeviceBuffers(std::span<const Ref<Device>> devices, const Storage &storage, size_t offset,
                size_t size);

  mux_buffer_t on(size_t device_index) const { return buffers_.on(device_index); }

 private:
  OwnedByDevice<mux_buffer_t, muxDestroyBuffer> buffers_;
};

}  // namespace mux::opencl
