/// @file
/// A semaphore: submissions wait for it; one submission or the program signals it.
///
/// Thread-safe. The signaling thread detaches the waiting submissions under the semaphore's lock
/// and unblocks them after unlocking. It does not access the semaphore after the unlock, so a
/// thread that sees one of those submissions start may destroy or reset the semaphore. List nodes
/// are members of the waiting submissions.
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
  /// The semaphore that blocks the submission, or NULL; for stall reports only. Accessed through
  /// atomic_ref().
  const Semaphore *semaphore;
};

/// One cache line, because threads that dispatch and threads that complete submissions write to it.
class alignas(64) Semaphore : public mux_semaphore_s {
 public:
  enum class State : uint8_t { pending, signalled, failed };

  Semaphore(mux_device_t device, const Allocator &allocator) noexcept;

  /// Appends the waiter if the semaphore is pending; otherwise does not access the waiter. Returns
  /// the state.
  State wait(SemaphoreWaiter &waiter);
  /// Sets the state and returns the waiters, in order of arrival. A node may be destroyed as soon
  /// as its submission is unblocked: read `next` first.
  SemaphoreWaiter *signal(State state);
  /// The same if the semaphore is pending; otherwise returns false.
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
