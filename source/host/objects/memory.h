/// @file
/// Device memory, which is host memory: allocated here, or wrapped around the program's.
///
/// It is coherent in fact, whatever its properties say, so flushing does nothing. The handle is
/// its address. Any thread may map and flush it; of several that map it at once, one does.
#pragma once

#include <mux/mux.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "host/support/allocator.h"

namespace mux::host {

/// Of mux_memory_requirements_s::supported_heaps: all memory is alike.
inline constexpr uint32_t only_heap = 1;

class Memory : public mux_memory_s {
 public:
  enum class Origin : uint8_t { allocator, mapping, program };

  /// Where memory is, and what it lies in: a block of the allocator's, if it is from there.
  struct Place {
    void *address = nullptr;
    void *block = nullptr;
    Origin origin = Origin::program;
  };

  Memory(const Allocator &allocator, mux_device_t device, uint64_t size, uint32_t properties,
         const Place &place) noexcept;
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  std::byte *address() const { return reinterpret_cast<std::byte *>(handle); }
  /// Returns false if it was mapped before.
  bool map() { return !is_mapped_.exchange(true, std::memory_order_relaxed); }
  void unmap() { is_mapped_.store(false, std::memory_order_relaxed); }
  const Allocator &allocator() const { return allocator_; }
  mux_device_t device() const { return device_; }

 private:
  Allocator allocator_;
  mux_device_t device_;
  void *block_;
  Origin origin_;
  /// Orders nothing: there is nothing to do for a mapping.
  std::atomic<bool> is_mapped_{false};
};

mux_result_t allocate_memory(mux_device_t device, size_t size, uint32_t heap,
                             uint32_t memory_properties, mux_allocation_type_e allocation_type,
                             uint32_t alignment, mux_allocator_info_t allocator_info,
                             mux_memory_t *out_memory);
mux_result_t create_memory_from_host(mux_device_t device, size_t size, void *host_pointer,
                                     mux_allocator_info_t allocator_info, mux_memory_t *out_memory);
void free_memory(mux_device_t device, mux_memory_t memory, mux_allocator_info_t allocator_info);
mux_result_t map_memory(mux_device_t device, mux_memory_t memory, uint64_t offset, uint64_t size,
                        void **out_data);
mux_result_t flush_mapped_memory_to_device(mux_device_t device, mux_memory_t memory,
                                           uint64_t offset, uint64_t size);
mux_result_t flush_mapped_memory_from_device(mux_device_t device, mux_memory_t memory,
                                             uint64_t offset, uint64_t size);
mux_result_t unmap_memory(mux_device_t device, mux_memory_t memory);

}  // namespace mux::host
