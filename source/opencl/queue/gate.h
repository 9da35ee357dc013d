/// @file
/// A lock for threads that may wait, with a bell for those that may not.
///
/// The end of a batch is told in the middle of the device's work, where nobody should wait for a
/// thread that enqueues. So it rings: if the lock is free, it is taken and the work done at once;
/// else whoever holds it does the work after unlocking.
#pragma once

#include <atomic>
#include <mutex>

#include "opencl/support/spin.h"

namespace mux::opencl {

/// Meets the requirements of std::unique_lock. The work is done with the lock held.
template <typename Owner, void (Owner::*work)() noexcept>
class Gate {
 public:
  explicit Gate(Owner &owner) : owner_(owner) {}

  void lock() { lock_soon(lock_); }
  /// Returns false if somebody holds the lock for longer than recording a command takes.
  bool try_lock_for_a_while() { return try_lock_soon(lock_); }
  void unlock() noexcept {
    lock_.unlock();
    answer();
  }
  /// For threads that do not hold the lock.
  void ring() noexcept {
    // Whoever sees the lock taken has rung before: one of the two sees the other.
    rung_.store(true, std::memory_order_seq_cst);
    answer();
  }

 private:
  void answer() noexcept {
    while (rung_.load(std::memory_order_seq_cst) && lock_.try_lock()) {
      if (rung_.exchange(false, std::memory_order_seq_cst)) {
        (owner_.*work)();
      }
      lock_.unlock();
    }
  }

  Owner &owner_;
  std::mutex lock_;
  std::atomic<bool> rung_{false};
};

}  // namespace mux::opencl
