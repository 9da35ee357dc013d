#include "host/schedule/fence.h"

#include "host/support/object_id.h"

namespace mux::host {

Fence::Fence(mux_device_t device, const Allocator &allocator) noexcept
    : mux_fence_s{object_id(mux_object_id_fence), device}, allocator_(allocator) {}

void Fence::reset() {
  // Orders nothing: the program decides when a signal was seen. Threads that have announced
  // themselves stay so, or nobody would wake them.
  word_.fetch_and(~state_mask, std::memory_order_relaxed);
}

void Fence::expect(const SharedState &shared, Submission &submission, uint32_t queue) {
  if (expected_.in(shared)++ == 0) {
    any_failed_.in(shared) = false;
    if (state_of(word_.load(std::memory_order_relaxed)) != State::pending) {
      reset();
    }
  }
  submission_.in(shared) = &submission;
  // Written under the lock alone.
  queues_.store(queues_.load(std::memory_order_relaxed) | 1U << queue, std::memory_order_relaxed);
}

bool Fence::fulfill(const SharedState &shared, const Submission &submission, bool failed) {
  if (submission_.in(shared) == &submission) {
    submission_.in(shared) = nullptr;
  }
  any_failed_.in(shared) |= failed;
  if (--expected_.in(shared) != 0) {
    return false;
  }
  const State state = any_failed_.in(shared) ? State::failed : State::signalled;
  // Releases everything the submissions did, for those who see the new state with acquire; what
  // others than this one did was acquired with the lock. This is the last access to the fence's
  // memory: whoever sees the state may free it.
  return word_.exchange(static_cast<uint32_t>(state), std::memory_order_acq_rel) & sleepers;
}

bool Fence::call_helpers(const SharedState &) {
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

}  // namespace mux::host
