/// @file
/// A fence: one futex word, which submissions signal at completion and threads sleep on.
///
/// Dispatching a submission with the fence resets it; the last such submission to complete signals
/// it. Thread-safe. Signaling writes the word once and then wakes by address only, so a thread that
/// has seen the signal may destroy the fence at once.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/schedule/shared_state.h"
#include "host/support/allocator.h"
#include "host/support/atomic.h"

namespace mux::host {

class Submission;

class Fence : public mux_fence_s {
 public:
  enum class State : uint32_t { pending = 0, signalled = 1, failed = 2 };

  Fence(mux_device_t device, const Allocator &allocator) noexcept;

  /// Acquires all effects of the submissions that signaled it.
  State state() const { return state_of(word_.load(std::memory_order_acquire)); }
  /// Resets it to pending. Sleeping threads continue to sleep until the next signal.
  void reset();

  /// Registers a submission that is dispatched with the fence to the queue with this index. Must
  /// precede the completion of the submission.
  void expect(const SharedState &shared, Submission &submission, uint32_t queue)
      MUX_REQUIRES(shared.lock);
  /// Whether it was used in dispatches, but in none to the queue with this index. Relaxed: a
  /// concurrent dispatch may be missed.
  bool only_of_others(uint32_t queue) const {
    const uint32_t queues = queues_.load(std::memory_order_relaxed);
    return queues != 0 && (queues >> queue & 1) == 0;
  }
  /// Registers the completion of such a submission; signals if it was the last. Returns whether
  /// threads that sleep on `wait_address()` are to be woken.
  bool fulfill(const SharedState &shared, const Submission &submission, bool failed)
      MUX_REQUIRES(shared.lock);
  /// Makes sleeping threads look for tiles to execute, while the submission is incomplete. Returns
  /// whether threads sleep on `wait_address()`.
  bool call_helpers(const SharedState &shared) MUX_REQUIRES(shared.lock);
  const Atomic<uint32_t> &wait_address() const { return word_; }

  /// Protocol for sleeping: a thread observes the word, announces itself, checks its condition
  /// again, and sleeps while the word is the value observed after announcing.
  uint32_t observe() const { return word_.load(std::memory_order_acquire); }
  static State state_of(uint32_t word) { return static_cast<State>(word & state_mask); }
  static bool announced(uint32_t word) { return word & sleepers; }
  void announce(uint32_t observed);

  const Allocator &allocator() const { return allocator_; }

  /// The most recently dispatched of the incomplete submissions with this fence, for threads that
  /// help; NULL if there is none.
  Submission *submission(const SharedState &shared) const MUX_REQUIRES(shared.lock) {
    return submission_.in(shared);
  }

 private:
  /// Bits of the word: the state, whether threads sleep, and a counter that changes when helpers
  /// are called.
  static constexpr uint32_t state_mask = 3;
  static constexpr uint32_t sleepers = 4;
  static constexpr uint32_t call = 8;

  Atomic<uint32_t> word_{0};
  /// One bit for each queue of a dispatch with the fence, by index.
  Atomic<uint32_t> queues_{0};
  /// Number of incomplete submissions with the fence, and whether a complete one has failed.
  GuardedBySharedLock<uint32_t> expected_;
  GuardedBySharedLock<bool> any_failed_;
  GuardedBySharedLock<Submission *> submission_;
  Allocator allocator_;
};

}  // namespace mux::host
