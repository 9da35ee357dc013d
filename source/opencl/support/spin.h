/// @file
/// Taking locks that are mostly held for less time than it takes to fall asleep.
#pragma once

#include <mutex>

namespace mux::opencl {

/// Tells the processor that this is a spin loop.
inline void spin_pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// Looks for about 5 us whether the lock is free: ten times as long as recording a command takes,
/// and as long as sleeping and being woken.
inline bool try_lock_soon(std::mutex &lock) {
  constexpr int most_looks = 100;
  for (int looks = 0; looks < most_looks; ++looks) {
    if (lock.try_lock()) {
      return true;
    }
    spin_pause();
  }
  return false;
}

/// Takes the lock, asleep if it is held for long.
inline void lock_soon(std::mutex &lock) {
  if (!try_lock_soon(lock)) {
    lock.lock();
  }
}

}  // namespace mux::opencl
