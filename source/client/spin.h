/// @file
/// Spinning before blocking on locks that are usually held for less time than a context switch
/// takes.
#pragma once

#include <mutex>

namespace mux::client {

/// Spin-loop hint for the processor.
inline void spin_pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// Tries to take the lock for about 5 us: ten times the duration of recording a command, and as
/// long as blocking and waking up.
inline bool try_lock_soon(std::mutex &lock) {
  constexpr int max_spins = 100;
  for (int looks = 0; looks < max_spins; ++looks) {
    if (lock.try_lock()) {
      return true;
    }
    spin_pause();
  }
  return false;
}

/// Takes the lock; blocks if it is held for long.
inline void lock_soon(std::mutex &lock) {
  if (!try_lock_soon(lock)) {
    lock.lock();
  }
}

}  // namespace mux::client
