/// @file
/// A small mutex, and scoped guards.
///
/// Locks are taken through guards; guarded members are annotated (support/thread_annotations.h),
/// and Clang checks them. Thread-safe; nothing allocates.
#pragma once

#include <cstdint>

#include "host/support/atomic.h"
#include "host/support/futex.h"
#include "support/thread_annotations.h"

namespace mux::host {

/// A lock of four bytes. Spins briefly, since critical sections are a few dozen instructions, then
/// sleeps.
///
/// Memory order: lock() acquires what the previous unlock() released. unlock() writes the word once
/// and does not access it afterwards, so the next owner may free its memory.
class MUX_CAPABILITY("lock") Lock {
 public:
  void lock() MUX_ACQUIRE() {
    if (!take_if_free()) {
      lock_contended();
    }
  }

  /// Takes the lock if it is free.
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

/// Tag: the lock is already held.
struct AdoptLock {};
inline constexpr AdoptLock adopt_lock;

/// Scoped lock.
class MUX_SCOPED_CAPABILITY LockGuard {
 public:
  explicit LockGuard(Lock &lock) MUX_ACQUIRE(lock) : lock_(lock) { lock_.lock(); }
  /// Precondition: try_lock() returned true.
  LockGuard(Lock &lock, AdoptLock) MUX_REQUIRES(lock) : lock_(lock) {}
  ~LockGuard() MUX_RELEASE() { lock_.unlock(); }
  LockGuard(const LockGuard &) = delete;
  LockGuard &operator=(const LockGuard &) = delete;

 private:
  Lock &lock_;
};

/// Scoped lock that can be released and taken again.
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
