/// @file
/// A fence: one word that a submission signals when it is complete, and on which threads sleep.
///
/// A submission that is dispatched with the fence puts it back to pending; the last of such
/// submissions to be complete signals it. Any thread may look at a fence. Signalling writes the
/// word once and then wakes by address, so a thread that sees the signal may destroy the fence at
/// once.
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

  /// Acquires everything the submission did before it signalled.
  State state() const { return state_of(word_.load(std::memory_order_acquire)); }
  /// Back to pending. Who sleeps goes on waiting, for the next signal.
  void reset();

  /// A submission was dispatched with the fence, to the queue of this index. Before the submission
  /// can be complete.
  void expect(const SharedState &shared, Submission &submission, uint32_t queue)
      MUX_REQUIRES(shared.lock);
  /// Whether it was given to dispatches, but to none of the queue of this index. Orders nothing: a
  /// dispatch that nobody waits for yet may be missed.
  bool only_of_others(uint32_t queue) const {
    const uint32_t queues = queues_.load(std::memory_order_relaxed);
    return queues != 0 && (queues >> queue & 1) == 0;
  }
  /// Such a submission is complete; signals unless others are not. Returns whether threads that
  /// sleep on `wait_address()` are to be woken.
  bool fulfill(const SharedState &shared, const Submission &submission, bool failed)
      MUX_REQUIRES(shared.lock);
  /// Lets sleepers that help look for work again, while the submission is not complete. Returns
  /// whether threads sleep on `wait_address()`.
  bool call_helpers(const SharedState &shared) MUX_REQUIRES(shared.lock);
  const Atomic<uint32_t> &wait_address() const { return word_; }

  /// To sleep, a thread observes the word, announces itself, looks once more at what it waits for,
  /// and sleeps until the word is no longer what it observed after announcing.
  uint32_t observe() const { return word_.load(std::memory_order_acquire); }
  static State state_of(uint32_t word) { return static_cast<State>(word & state_mask); }
  static bool announced(uint32_t word) { return word & sleepers; }
  void announce(uint32_t observed);

  const Allocator &allocator() const { return allocator_; }

  /// A submission that this fence is for, the one dispatched last, as long as it is not complete:
  /// for threads that want to help it. NULL when there is none.
  Submission *submission(const SharedState &shared) const MUX_REQUIRES(shared.lock) {
    return submission_.in(shared);
  }

 private:
  /// The word: the state, whether threads sleep, and a count that changes when helpers are called.
  static constexpr uint32_t state_mask = 3;
  static constexpr uint32_t sleepers = 4;
  static constexpr uint32_t call = 8;

  Atomic<uint32_t> word_{0};
  /// A bit for each queue that it was ever dispatched to, by index.
  Atomic<uint32_t> queues_{0};
  /// How many submissions are to be complete before the fence is signalled, and whether one that
  /// already is has failed.
  UnderSharedLock<uint32_t> expected_;
  UnderSharedLock<bool> any_failed_;
  UnderSharedLock<Submission *> submission_;
  Allocator allocator_;
};

}  // namespace mux::host
