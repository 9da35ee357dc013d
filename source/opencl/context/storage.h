/// @file
/// Memory that all devices of a context see, at one address: that of the host.
///
/// The bytes are allocated by the first device, or are the program's; the others get them as host
/// memory. They are mapped from the beginning to the end. Nothing here changes after construction,
/// so any thread may look.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <span>

#include "opencl/context/owned.h"

namespace mux::opencl {

/// Frees memory of mux, which may be mapped.
void free_memory(mux_device_t device, mux_memory_t memory, mux_allocator_info_t allocator_info);

class Storage {
 public:
  /// New memory. Fails with CL_MEM_OBJECT_ALLOCATION_FAILURE.
  /// @param alignment a power of two.
  Storage(std::span<const Ref<Device>> devices, size_t size, uint32_t alignment);
  /// The program's memory, which stays valid longer than this.
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

/// A part of a storage as buffers of mux.
class DeviceBuffers {
 public:
  DeviceBuffers(std::span<const Ref<Device>> devices, const Storage &storage, size_t offset,
                size_t size);

  mux_buffer_t on(size_t device_index) const { return buffers_.on(device_index); }

 private:
  OwnedByDevice<mux_buffer_t, muxDestroyBuffer> buffers_;
};

}  // namespace mux::opencl
