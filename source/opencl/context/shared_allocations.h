/// @file
/// Allocations that host and devices share by address: shared virtual memory (clSVMAlloc()),
/// unified shared memory (cl_intel_unified_shared_memory) and buffers with a device address
/// (cl_ext_buffer_device_address). They are the same host memory, and differ only in what queries
/// return.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <shared_mutex>
#include <variant>
#include <vector>

#include "opencl/context/storage.h"
#include "opencl/support/object.h"

namespace mux::opencl {

/// Arguments of an SVM allocation.
struct VirtualMemory {
  /// The index of its type (cl_khr_unified_svm).
  cl_uint type = 0;
  /// The device of the allocation; none if it is for all.
  Ref<Device> device{};
  cl_svm_alloc_access_flags_khr access = 0;
  /// With the terminating 0; empty if there were none.
  std::vector<cl_svm_alloc_properties_khr> properties{};
};

/// Arguments of a unified shared memory allocation.
struct UnifiedMemory {
  cl_unified_shared_memory_type_intel type;
  /// The device of the allocation; none if it is for all.
  Ref<Device> device;
  cl_mem_alloc_flags_intel flags;
};

/// A buffer with a device address.
struct AddressedBuffer {};

using SharedOrigin = std::variant<VirtualMemory, UnifiedMemory, AddressedBuffer>;

/// The API that allocates and frees: the alternatives of SharedOrigin.
enum class SharedKind { virtual_memory, unified_memory, addressed_buffer };
inline constexpr size_t shared_kinds = std::variant_size_v<SharedOrigin>;

/// Lives until it is freed and no command uses it.
class SharedAllocation final : public Object {
 public:
  /// Fails with CL_MEM_OBJECT_ALLOCATION_FAILURE.
  SharedAllocation(std::span<const Ref<Device>> devices, size_t size, uint32_t alignment,
                   SharedOrigin origin);

  void *base() const { return storage_.data(); }
  size_t size() const { return storage_.size(); }
  mux_buffer_t on(size_t device_index) const { return buffers_.on(device_index); }
  SharedKind kind() const { return static_cast<SharedKind>(origin_.index()); }
  const SharedOrigin &origin() const { return origin_; }
  /// Whether the whole range is inside the allocation.
  bool has(const void *pointer, size_t size) const;

 private:
  Storage storage_;
  DeviceBuffers buffers_;
  SharedOrigin origin_;
};

/// All allocations of a context, searchable by address. Thread-safe, also during the completion of
/// a command.
class SharedAllocations {
 public:
  /// Returns the address of the new memory.
  void *allocate(std::span<const Ref<Device>> devices, size_t size, uint32_t alignment,
                 SharedOrigin origin);
  /// Removes the allocation of this kind with this base address. Returns false if there is none.
  bool free(const void *base, SharedKind kind);
  /// The allocation that contains the address; empty if there is none.
  Ref<SharedAllocation> find(const void *pointer) const;
  /// The number of allocations freed so far: after a change, results of find() must be looked up
  /// again.
  uint64_t freed() const { return freed_.load(std::memory_order_acquire); }

 private:
  mutable std::shared_mutex lock_;
  std::atomic<uint64_t> freed_{0};
  /// By base address.
  std::map<uintptr_t, Ref<SharedAllocation>> allocations_;
};

/// Owns an allocation, and frees it. Commands in flight may retain it longer.
class OwnAllocation {
 public:
  /// @param allocations must outlive this.
  OwnAllocation(SharedAllocations &allocations, std::span<const Ref<Device>> devices, size_t size,
                uint32_t alignment, const SharedOrigin &origin)
      : allocations_(allocations),
        base_(allocations.allocate(devices, size, alignment, origin)),
        kind_(static_cast<SharedKind>(origin.index())) {}
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
