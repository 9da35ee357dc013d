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
#include <variant>
#include <vector>

#include "opencl/context/storage.h"
#include "opencl/support/object.h"

namespace mux::opencl {

/// What the program said when it allocated shared virtual memory.
struct VirtualMemory {
  /// The index of its type (cl_khr_unified_svm).
  cl_uint type = 0;
  /// The device that it is for; none if it is for all.
  Ref<Device> device{};
  cl_svm_alloc_access_flags_khr access = 0;
  /// As they were given, with the terminating 0; empty if there were none.
  std::vector<cl_svm_alloc_properties_khr> properties{};
};

/// What the program said when it allocated unified shared memory.
struct UnifiedMemory {
  cl_unified_shared_memory_type_intel type;
  /// The device that it is for; none if it is for all.
  Ref<Device> device;
  cl_mem_alloc_flags_intel flags;
};

/// Of a buffer that tells its address.
struct AddressedBuffer {};

using SharedOrigin = std::variant<VirtualMemory, UnifiedMemory, AddressedBuffer>;

/// By which entry points an allocation is made and freed: the alternatives of SharedOrigin.
enum class SharedKind { virtual_memory, unified_memory, addressed_buffer };
inline constexpr size_t shared_kinds = std::variant_size_v<SharedOrigin>;

/// Lives until it is freed and nobody uses it any more.
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
  /// Whether all of the bytes are its own.
  bool has(const void *pointer, size_t size) const;

 private:
  Storage storage_;
  DeviceBuffers buffers_;
  SharedOrigin origin_;
};

/// All allocations of a context, found by any address in them. May be used from any thread, also in
/// the middle of a completion.
class SharedAllocations {
 public:
  /// Returns the address of the new memory.
  void *allocate(std::span<const Ref<Device>> devices, size_t size, uint32_t alignment,
                 SharedOrigin origin);
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
