/// @file
/// Device memory, which is host memory: allocated here, or imported from the program.
///
/// It is always coherent, whatever its properties say, so flushes do nothing. The handle is its
/// address. Thread-safe; if several threads map it at once, one succeeds.
#pragma once

#include <mux/mux.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "host/support/allocator.h"

namespace mux::host {

/// mux_memory_requirements_s::supported_heaps: there is a single heap.
inline constexpr uint32_t only_heap = 1;

class Memory : public mux_memory_s {
 public:
  enum class Origin : uint8_t { allocator, mapping, program };

  /// Address of the memory, and the allocator's block that contains it, if it is from the
  /// allocator.
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
  /// Returns false if it was already mapped.
  bool map() { return !is_mapped_.exchange(true, std::memory_order_relaxed); }
  void unmap() { is_mapped_.store(false, std::memory_order_relaxed); }
  const Allocator &allocator() const { return allocator_; }
  mux_device_t device() const { return device_; }

 private:
  Allocator allocator_;
  mux_device_t device_;
  void *block_;
  Origin origin_;
  /// Relaxed: mapping has no effect.
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
