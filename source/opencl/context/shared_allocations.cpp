#include "opencl/context/shared_allocations.h"

#include <mutex>

namespace mux::opencl {
namespace {

uintptr_t address_of(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

}  // namespace

SharedAllocation::SharedAllocation(std::span<const Ref<Device>> devices, size_t size,
                                   uint32_t alignment, SharedOrigin origin)
    : storage_(devices, size, alignment),
      buffers_(devices, storage_, 0, size),
      origin_(std::move(origin)) {}

bool SharedAllocation::has(const void *pointer, size_t size) const {
  const uintptr_t offset = address_of(pointer) - address_of(base());
  return address_of(pointer) >= address_of(base()) && offset <= this->size() &&
         size <= this->size() - offset;
}

void *SharedAllocations::allocate(std::span<const Ref<Device>> devices, size_t size,
                                  uint32_t alignment, SharedOrigin origin) {
  const New<SharedAllocation> allocation(devices, size, alignment, std::move(origin));
  void *base = allocation->base();
  const std::lock_guard guard(lock_);
  allocations_.emplace(address_of(base), allocation.get());
  return base;
}

bool SharedAllocations::free(const void *base, SharedKind kind) {
  // Destroyed after the lock is released.
  Ref<SharedAllocation> freed;
  const std::lock_guard guard(lock_);
  const auto found = allocations_.find(address_of(base));
  if (found == allocations_.end() || found->second->kind() != kind) {
    return false;
  }
  freed = std::move(found->second);
  allocations_.erase(found);
  freed_.fetch_add(1, std::memory_order_release);
  return true;
}

Ref<SharedAllocation> SharedAllocations::find(const void *pointer) const {
  const std::shared_lock guard(lock_);
  const auto after = allocations_.upper_bound(address_of(pointer));
  if (after == allocations_.begin()) {
    return {};
  }
  const Ref<SharedAllocation> &candidate = std::prev(after)->second;
  return address_of(pointer) - address_of(candidate->base()) < candidate->size()
             ? candidate
             : Ref<SharedAllocation>();
}

}  // namespace mux::opencl
