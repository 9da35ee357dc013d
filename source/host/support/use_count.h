/// @file
/// Counts users of an object, so that its owner can wait until there are none and then free it.
///
/// enter() and leave() are for any thread; wait_until_unused() is for the owner, which must ensure
/// that no further thread enters.
///
/// Memory order: leave() releases the user's accesses and wait_until_unused() acquires them. The
/// decrement is the last access to the memory; threads are woken by address only, so the owner may
/// free the object as soon as it sees no users.
#pragma once

#include <cstdint>

#include "host/support/atomic.h"
#include "host/support/futex.h"

namespace mux::host {

class UseCount {
 public:
  void enter() { word_.fetch_add(1, std::memory_order_relaxed); }

  void leave() {
    if (word_.fetch_sub(1, std::memory_order_release) == (waiting | 1)) {
      futex_wake_all(&word_);
    }
  }

  /// Acquires the users' accesses if there are no users.
  bool unused() const { return (word_.load(std::memory_order_acquire) & ~waiting) == 0; }

  void wait_until_unused() {
    for (uint32_t word = word_.load(std::memory_order_acquire); (word & ~waiting) != 0;
         word = word_.load(std::memory_order_acquire)) {
      if (word & waiting) {
        futex_wait(word_, word);
      } else {
        word_.compare_exchange_weak(word, word | waiting, std::memory_order_relaxed);
      }
    }
    word_.fetch_and(~waiting, std::memory_order_relaxed);
  }

 private:
  static constexpr uint32_t waiting = uint32_t{1} << 31;

  Atomic<uint32_t> word_{0};
};

}  // namespace mux::host
