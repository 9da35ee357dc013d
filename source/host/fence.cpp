#include "host/fence.h"

#include "host/device.h"
#include "host/error.h"
#include "host/schedule/futex.h"

namespace mux::host {

Fence::Fence(Device &device, const Allocator &allocator) noexcept
    : mux_fence_s{object_id(mux_object_id_fence), &device}, allocator_(allocator) {}

void Fence::reset() {
  // Orders nothing: the program serialises a reset with dispatches and waits.
  word_.store(0, std::memory_order_relaxed);
}

bool Fence::signal(State state) {
  // Releases everything the run did, for those who see the new state with acquire. This is the last
  // access to the fence's memory: whoever sees the state may free it.
  return word_.exchange(static_cast<uint32_t>(state), std::memory_order_acq_rel) & sleepers;
}

bool Fence::call_helpers() {
  const uint32_t word = word_.load(std::memory_order_relaxed);
  if (!(word & sleepers)) {
    return false;
  }
  // Orders nothing: a helper that wakes takes the scheduler's lock to find out why. A sleeper that
  // announced itself between the two steps is woken as well.
  word_.fetch_add(call, std::memory_order_relaxed);
  word_.fetch_and(~sleepers, std::memory_order_relaxed);
  return true;
}

void Fence::announce(uint32_t observed) {
  // Orders nothing: whoever goes to sleep hands the same word to the kernel, which looks again.
  word_.compare_exchange_strong(observed, observed | sleepers, std::memory_order_relaxed);
}

mux_result_t create_fence(mux_device_t device, mux_allocator_info_t allocator_info,
                          mux_fence_t *out_fence) {
  const Allocator allocator(allocator_info);
  Fence *fence = allocator.create<Fence>(Device::of(device), allocator);
  if (!fence) {
    return fail(mux_error_out_of_memory, "no memory for a fence");
  }
  *out_fence = fence;
  return mux_success;
}

void destroy_fence(mux_device_t, mux_fence_t fence, mux_allocator_info_t) {
  auto *object = static_cast<Fence *>(fence);
  Allocator::destroy(object->allocator(), object);
}

mux_result_t reset_fence(mux_fence_t fence) {
  static_cast<Fence *>(fence)->reset();
  return mux_success;
}

}  // namespace mux::host
