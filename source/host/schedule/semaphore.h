/// @file
/// A semaphore: submissions wait for it, one submission or the program signals it.
///
/// Any thread may wait or signal. The submission that signals detaches the waiting submissions
/// under the semaphore's lock and releases them after it has unlocked: from the unlock on, it
/// touches the semaphore no more, so whoever sees one of those submissions go on may destroy or
/// reset the semaphore. The nodes of the list of waiters live in the waiting submissions.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/support/allocator.h"
#include "host/support/lock.h"

namespace mux::host {

class Submission;
class Semaphore;

struct SemaphoreWaiter {
  SemaphoreWaiter *next;
  Submission *submission;
  /// What it still waits for, NULL when it does not: for reports of stalls only. Accessed through
  /// atomic_ref().
  const Semaphore *semaphore;
};

/// A cache line, because threads that dispatch and threads that complete submissions write to it.
class alignas(64) Semaphore : public mux_semaphore_s {
 public:
  enum class State : uint8_t { pending, signalled, failed };

  Semaphore(mux_device_t device, const Allocator &allocator) noexcept;

  /// Appends the waiter if the semaphore is pending; otherwise the waiter is not touched.
  State wait(SemaphoreWaiter &waiter);
  /// Sets the state and returns the waiters, in the order they came. A node may be gone as soon as
  /// its submission is released: read `next` first.
  SemaphoreWaiter *signal(State state);
  /// The same, unless the semaphore is signalled or has failed already; false then.
  bool signal_if_pending(State state, SemaphoreWaiter *&waiters);
  void reset();

  const Allocator &allocator() const { return allocator_; }

 private:
  SemaphoreWaiter *change(State state) MUX_REQUIRES(lock_);

  Lock lock_;
  State state_ MUX_GUARDED_BY(lock_) = State::pending;
  SemaphoreWaiter *first_ MUX_GUARDED_BY(lock_) = nullptr;
  SemaphoreWaiter *last_ MUX_GUARDED_BY(lock_) = nullptr;
  Allocator allocator_;
};

}  // namespace mux::host
