#include "host/schedule/fence.h"

#include "host/support/object_id.h"

namespace mux::host {

Fence::Fence(mux_device_t device, const Allocator &allocator) noexcept
    : mux_fence_s{object_id(mux_object_id_fence), device}, allocator_(allocator) {}

void Fence::reset() {
  // Relaxed: the program orders resets and signals. Keeps the sleepers bit, so that announced
  // threads are woken.
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
  // Only written under the lock.
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
  // Releases all effects of the submissions to threads that acquire the new state; effects of the
  // other submissions were acquired with the lock. This is the last access to the fence's memory: a
  // thread that sees the state may free it.
  return word_.exchange(static_cast<uint32_t>(state), std::memory_order_acq_rel) & sleepers;
}

bool Fence::call_helpers(const SharedState &) {
  const uint32_t word = word_.load(std::memory_order_relaxed);
  if (!(word & sleepers)) {
    return false;
  }
  // Relaxed: a woken helper takes the scheduler's lock. A thread that announced itself between the
  // two steps is woken as well.
  word_.fetch_add(call, std::memory_order_relaxed);
  word_.fetch_and(~sleepers, std::memory_order_relaxed);
  return true;
}

void Fence::announce(uint32_t observed) {
  // Relaxed: a thread that goes to sleep passes the same word to the kernel, which checks it again.
  word_.compare_exchange_strong(observed, observed | sleepers, std::memory_order_relaxed);
}

}  // namespace mux::host
