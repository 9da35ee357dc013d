/// @file
/// A queue: the submissions dispatched to it that are not complete, and the threads that wait for
/// them all.
///
/// A device has several, which keep independent streams of work apart: each is waited for by
/// itself. They share the device's workers, which take what is ready first come, first served; no
/// queue has an order of its own, nor one with the others, but that of semaphores. A queue lives in
/// its device, allocates nothing, and any thread may use it.
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

/// The submissions that are not complete, in the order they were dispatched.
using InFlightSubmissions = List<Submission, InFlight, 64>;

/// What every dispatch reads stands on a cache line that is seldom written, and the ends of the
/// list on one each: a thread that dispatches writes to the one while another that completes what
/// was dispatched before writes to the other. With all of it on one line, a dispatch that waits for
/// the semaphore of the one before took a tenth longer.
class alignas(64) Queue : public mux_queue_s {
 public:
  Queue(mux_device_t device, uint32_t index) noexcept
      : mux_queue_s{object_id(mux_object_id_queue), device}, index_(index) {}
  Queue(const Queue &) = delete;
  Queue &operator=(const Queue &) = delete;

  static Queue &of(mux_queue_t queue) { return *static_cast<Queue *>(queue); }

  uint32_t index() const { return index_; }

  /// A submission was dispatched, or is complete.
  void add(const SharedState &shared, Submission &submission) MUX_REQUIRES(shared.lock) {
    in_flight_.in(shared).push_back(&submission);
  }
  void remove(const SharedState &shared, Submission &submission) MUX_REQUIRES(shared.lock) {
    in_flight_.in(shared).remove(&submission);
  }
  /// The first submission that is not complete, or NULL; InFlightSubmissions::after() has the next.
  Submission *oldest(const SharedState &shared) const MUX_REQUIRES(shared.lock) {
    return in_flight_.in(shared).front();
  }
  /// Whether everything dispatched up to `serial` is complete.
  bool completed(const SharedState &shared, uint64_t serial) const MUX_REQUIRES(shared.lock) {
    const Submission *submission = oldest(shared);
    return submission == nullptr || submission->serial > serial;
  }

  /// A thread is about to sleep on `wait_address()` until all submissions up to `serial` are
  /// complete, or one of them has a job to help with. Returns what it may sleep on: the word until
  /// then.
  uint32_t announce(const SharedState &shared, uint64_t serial) MUX_REQUIRES(shared.lock) {
    awaited_serial_.in(shared) = std::min(awaited_serial_.in(shared), serial);
    return word_.load(std::memory_order_relaxed);
  }
  /// Whether a thread that sleeps waits for the submission.
  bool awaits(const SharedState &shared, const Submission &submission) const
      MUX_REQUIRES(shared.lock) {
    return awaited(shared) && submission.serial <= awaited_serial_.in(shared);
  }
  /// Whether one has nothing left to wait for.
  bool awaited_completed(const SharedState &shared) const MUX_REQUIRES(shared.lock) {
    return awaited(shared) && completed(shared, awaited_serial_.in(shared));
  }
  /// Has those that sleep look again: they are to be woken.
  void call_waiters(const SharedState &shared) MUX_REQUIRES(shared.lock) {
    awaited_serial_.in(shared) = nobody_waits;
    // Orders nothing: a thread that wakes takes the lock to find out why.
    word_.fetch_add(1, std::memory_order_relaxed);
  }
  const Atomic<uint32_t> &wait_address() const { return word_; }

 private:
  static constexpr uint64_t nobody_waits = UINT64_MAX;

  bool awaited(const SharedState &shared) const MUX_REQUIRES(shared.lock) {
    return awaited_serial_.in(shared) != nobody_waits;
  }

  const uint32_t index_;
  Atomic<uint32_t> word_{0};
  /// The least that a thread which sleeps waits for.
  UnderSharedLock<uint64_t> awaited_serial_{nobody_waits};
  UnderSharedLock<InFlightSubmissions> in_flight_;
};

}  // namespace mux::host
