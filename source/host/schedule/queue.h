/// @file
/// A queue: the incomplete submissions dispatched to it, and the threads that wait for all of them.
///
/// A device has several queues for independent streams of work, each of which can be waited for
/// separately. They share the device's workers, which take ready jobs first come, first served.
/// Only semaphores order submissions, within a queue and between queues. A queue is a member of its
/// device and allocates nothing. Thread-safe.
#pragma once

#include <mux/mux.h>

#include <algorithm>
#include <cstdint>

#include "host/schedule/shared_state.h"
#include "host/schedule/submission.h"
#include "host/support/atomic.h"
#include "host/support/list.h"
#include "host/support/object_id.h"

namespace mux::host {

/// Incomplete submissions, in dispatch order.
using InFlightSubmissions = List<Submission, InFlight, 64>;

/// Read-mostly members that every dispatch accesses are on one cache line, and the head and tail of
/// the list on one each, since a thread that dispatches writes the tail while one that completes
/// earlier submissions writes the head. Measured with all of it on one line: a dispatch that waits
/// for the semaphore of the previous one took a tenth longer.
class alignas(64) Queue : public mux_queue_s {
 public:
  Queue(mux_device_t device, uint32_t index) noexcept
      : mux_queue_s{object_id(mux_object_id_queue), device}, index_(index) {}
  Queue(const Queue &) = delete;
  Queue &operator=(const Queue &) = delete;

  static Queue &of(mux_queue_t queue) { return *static_cast<Queue *>(queue); }

  uint32_t index() const { return index_; }

  /// Add a dispatched submission, and remove a complete one.
  void add(const SharedState &shared, Submission &submission) MUX_REQUIRES(shared.lock) {
    in_flight_.in(shared).push_back(&submission);
  }
  void remove(const SharedState &shared, Submission &submission) MUX_REQUIRES(shared.lock) {
    in_flight_.in(shared).remove(&submission);
  }
  /// The first incomplete submission, or NULL; InFlightSubmissions::after() returns the next.
  Submission *oldest(const SharedState &shared) const MUX_REQUIRES(shared.lock) {
    return in_flight_.in(shared).front();
  }
  /// Whether everything dispatched up to `serial` is complete.
  bool completed(const SharedState &shared, uint64_t serial) const MUX_REQUIRES(shared.lock) {
    const Submission *submission = oldest(shared);
    return submission == nullptr || submission->serial > serial;
  }

  /// Announces that a thread is about to sleep on `wait_address()` until all submissions up to
  /// `serial` are complete, or one of them has a job to help with. Returns the value of the word
  /// until then, to sleep on.
  uint32_t announce(const SharedState &shared, uint64_t serial) MUX_REQUIRES(shared.lock) {
    awaited_serial_.in(shared) = std::min(awaited_serial_.in(shared), serial);
    return word_.load(std::memory_order_relaxed);
  }
  /// Whether a sleeping thread waits for the submission.
  bool awaits(const SharedState &shared, const Submission &submission) const
      MUX_REQUIRES(shared.lock) {
    return awaited(shared) && submission.serial <= awaited_serial_.in(shared);
  }
  /// Whether everything that a sleeping thread waits for is complete.
  bool awaited_completed(const SharedState &shared) const MUX_REQUIRES(shared.lock) {
    return awaited(shared) && completed(shared, awaited_serial_.in(shared));
  }
  /// Changes the word, so that sleeping threads check again. The caller must wake them.
  void call_waiters(const SharedState &shared) MUX_REQUIRES(shared.lock) {
    awaited_serial_.in(shared) = no_waiter;
    // Relaxed: a woken thread takes the lock.
    word_.fetch_add(1, std::memory_order_relaxed);
  }
  const Atomic<uint32_t> &wait_address() const { return word_; }

 private:
  static constexpr uint64_t no_waiter = UINT64_MAX;

  bool awaited(const SharedState &shared) const MUX_REQUIRES(shared.lock) {
    return awaited_serial_.in(shared) != no_waiter;
  }

  const uint32_t index_;
  Atomic<uint32_t> word_{0};
  /// Smallest serial that a sleeping thread waits for.
  GuardedBySharedLock<uint64_t> awaited_serial_{no_waiter};
  GuardedBySharedLock<InFlightSubmissions> in_flight_;
};

}  // namespace mux::host
