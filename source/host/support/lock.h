/// @file
/// A small lock, and the guards that hold it.
///
/// A lock is taken through a guard, so that no way out of a scope forgets it; what it guards says
/// so (support/thread_annotations.h), and Clang checks both. Any thread may use them; nothing
/// allocates.
#pragma once

#include <cstdint>

#include "host/support/atomic.h"
#include "host/support/futex.h"
#include "support/thread_annotations.h"

namespace mux::host {

/// A lock of four bytes: spins briefly, as sections are a few dozen instructions long, then sleeps.
///
/// Memory order: lock() acquires what the unlock() before it released. unlock() writes the word
/// once and does not touch it after that, so a thread that takes the lock may free its memory.
class MUX_CAPABILITY("lock") Lock {
 public:
  void lock() MUX_ACQUIRE() {
    if (!take_if_free()) {
      lock_contended();
    }
  }

  /// Takes the lock if nobody holds it.
  [[nodiscard]] bool try_lock() MUX_TRY_ACQUIRE(true) { return take_if_free(); }

  void unlock() MUX_RELEASE() {
    if (word_.exchange(unlocked, std::memory_order_release) == contended) {
      futex_wake_one(&word_);
    }
  }

 private:
  enum : uint32_t { unlocked, locked, contended };

  bool take_if_free() {
    uint32_t expected = unlocked;
    return word_.compare_exchange_strong(expected, locked, std::memory_order_acquire,
                                         std::memory_order_relaxed);
  }
  void lock_contended();

  Atomic<uint32_t> word_{unlocked};
};

/// Says that the lock is held already.
struct AdoptLock {};
inline constexpr AdoptLock adopt_lock;

/// Holds a lock while it lives.
class MUX_SCOPED_CAPABILITY LockGuard {
 public:
  explicit LockGuard(Lock &lock) MUX_ACQUIRE(lock) : lock_(lock) { lock_.lock(); }
  /// After try_lock().
  LockGuard(Lock &lock, AdoptLock) MUX_REQUIRES(lock) : lock_(lock) {}
  ~LockGuard() MUX_RELEASE() { lock_.unlock(); }
  LockGuard(const LockGuard &) = delete;
  LockGuard &operator=(const LockGuard &) = delete;

 private:
  Lock &lock_;
};

/// Holds a lock while it lives, but for stretches in between.
class MUX_SCOPED_CAPABILITY BreakableLockGuard {
 public:
  explicit BreakableLockGuard(Lock &lock) MUX_ACQUIRE(lock) : lock_(lock) { lock_.lock(); }
  ~BreakableLockGuard() MUX_RELEASE() {
    if (held_) {
      lock_.unlock();
    }
  }
  BreakableLockGuard(const BreakableLockGuard &) = delete;
  BreakableLockGuard &operator=(const BreakableLockGuard &) = delete;

  void lock() MUX_ACQUIRE() {
    lock_.lock();
    held_ = true;
  }
  void unlock() MUX_RELEASE() {
    held_ = false;
    lock_.unlock();
  }

 private:
  Lock &lock_;
  bool held_ = true;
};

}  // namespace mux::host
