/// @file
/// The memory that host and devices of a context share by its addresses: shared virtual memory
/// (clSVMAlloc()), unified shared memory (cl_intel_unified_shared_memory), and buffers with an
/// address on the device (cl_ext_buffer_device_address), which are the same but for what is told of
/// them. It lies in one place, whoever uses it.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <shared_mutex>

#include "opencl/context/storage.h"
#include "opencl/support/object.h"

namespace mux::opencl {

/// By which entry points an allocation is made and freed.
enum class SharedKind { virtual_memory, unified_memory, addressed_buffer };
inline constexpr size_t shared_kinds = 3;

/// What the program said when it allocated unified shared memory.
struct UnifiedMemory {
  /// CL_MEM_TYPE_UNKNOWN_INTEL if it is something else.
  cl_unified_shared_memory_type_intel type = CL_MEM_TYPE_UNKNOWN_INTEL;
  /// The device that it is for; none if it is for all.
  Ref<Device> device;
  cl_mem_alloc_flags_intel flags = 0;
};

/// Lives until it is freed and nobody uses it any more.
class SharedAllocation final : public Object {
 public:
  /// Fails with CL_MEM_OBJECT_ALLOCATION_FAILURE.
  SharedAllocation(std::span<const Ref<Device>> devices, size_t size, uint32_t alignment,
                   SharedKind kind, UnifiedMemory unified);

  void *base() const { return storage_.data(); }
  size_t size() const { return storage_.size(); }
  mux_buffer_t on(size_t device_index) const { return buffers_.on(device_index); }
  SharedKind kind() const { return kind_; }
  const UnifiedMemory &unified() const { return unified_; }
  /// Whether all of the bytes are its own.
  bool has(const void *pointer, size_t size) const;

 private:
  Storage storage_;
  DeviceBuffers buffers_;
  SharedKind kind_;
  UnifiedMemory unified_;
};

/// All allocations of a context, found by any address in them. May be used from any thread, also in
/// the middle of a completion.
class SharedAllocations {
 public:
  /// Returns the address of the new memory.
  void *allocate(std::span<const Ref<Device>> devices, size_t size, uint32_t alignment,
                 SharedKind kind, UnifiedMemory unified = {});
  /// Forgets the allocation of this kind that begins there. Returns false if none does.
  bool free(const void *base, SharedKind kind);
  /// The allocation that the byte is in; none if it is in none.
  Ref<SharedAllocation> find(const void *pointer) const;
  /// How many were freed so far: what was found before the last of them has to be looked up again.
  uint64_t freed() const { return freed_.load(std::memory_order_acquire); }

 private:
  mutable std::shared_mutex lock_;
  std::atomic<uint64_t> freed_{0};
  /// By their first addresses.
  std::map<uintptr_t, Ref<SharedAllocation>> allocations_;
};

/// An allocation that is freed with its owner. Commands in flight may keep it longer.
class OwnAllocation {
 public:
  /// @param allocations outlive this.
  OwnAllocation(SharedAllocations &allocations, std::span<const Ref<Device>> devices, size_t size,
                uint32_t alignment, SharedKind kind)
      : allocations_(allocations),
        base_(allocations.allocate(devices, size, alignment, kind)),
        kind_(kind) {}
  ~OwnAllocation() { allocations_.free(base_, kind_); }
  OwnAllocation(const OwnAllocation &) = delete;
  OwnAllocation &operator=(const OwnAllocation &) = delete;

  void *base() const { return base_; }

 private:
  SharedAllocations &allocations_;
  void *base_;
  SharedKind kind_;
};

}  // namespace mux::opencl
