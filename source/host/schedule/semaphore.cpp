#include "host/schedule/semaphore.h"

#include <utility>

#include "host/support/object_id.h"

namespace mux::host {

Semaphore::Semaphore(mux_device_t device, const Allocator &allocator) noexcept
    : mux_semaphore_s{object_id(mux_object_id_semaphore), device}, allocator_(allocator) {}

Semaphore::State Semaphore::wait(SemaphoreWaiter &waiter) {
  const LockGuard guard(lock_);
  if (state_ == State::pending) {
    waiter.next = nullptr;
    (last_ != nullptr ? last_->next : first_) = &waiter;
    last_ = &waiter;
  }
  return state_;
}

SemaphoreWaiter *Semaphore::change(State state) {
  state_ = state;
  last_ = nullptr;
  return std::exchange(first_, nullptr);
}

SemaphoreWaiter *Semaphore::signal(State state) {
  const LockGuard guard(lock_);
  return change(state);
}

bool Semaphore::signal_if_pending(State state, SemaphoreWaiter *&waiters) {
  const LockGuard guard(lock_);
  if (state_ != State::pending) {
    return false;
  }
  waiters = change(state);
  return true;
}

void Semaphore::reset() {
  const LockGuard guard(lock_);
  state_ = State::pending;
}

}  // namespace mux::host
