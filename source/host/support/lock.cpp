#include "host/support/lock.h"

#include "host/support/tuning.h"

namespace mux::host {

void Lock::lock_contended() {
  for (int spin = 0; spin < tuning::lock_spins; ++spin) {
    uint32_t expected = unlocked;
    if (word_.load(std::memory_order_relaxed) == unlocked &&
        word_.compare_exchange_weak(expected, locked, std::memory_order_acquire,
                                    std::memory_order_relaxed)) {
      return;
    }
    spin_pause();
  }
  // From here on the word is "contended" while this thread holds the lock, so that unlock() wakes
  // the next sleeping thread.
  while (word_.exchange(contended, std::memory_order_acquire) != unlocked) {
    futex_wait(word_, contended);
  }
}

}  // namespace mux::host
