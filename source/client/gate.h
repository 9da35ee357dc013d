/// @file
/// A lock whose holder runs pending work on behalf of threads that must not block.
///
/// The completion of a batch runs on a device thread, which must not wait for a thread that
/// enqueues. It calls ring(): if the lock is free, the work is done at once with the lock taken;
/// otherwise the lock's holder does the work after unlocking.
#pragma once

#include <atomic>
#include <mutex>

#include "client/spin.h"

namespace mux::client {

/// Meets the requirements of std::unique_lock. The work runs with the lock held.
template <typename Owner, void (Owner::*work)() noexcept>
class Gate {
 public:
  explicit Gate(Owner &owner) : owner_(owner) {}

  void lock() { lock_soon(lock_); }
  /// Returns false if the lock is held for longer than recording a command takes.
  bool try_lock_for_a_while() { return try_lock_soon(lock_); }
  void unlock() noexcept {
    lock_.unlock();
    answer();
  }
  /// Requests the work; for threads that do not hold the lock.
  void ring() noexcept {
    // Sequentially consistent, so that no request is lost: a thread that fails to take the lock has
    // set the flag before, and the holder sees it after unlocking.
    work_requested_.store(true, std::memory_order_seq_cst);
    answer();
  }

 private:
  void answer() noexcept {
    while (work_requested_.load(std::memory_order_seq_cst) && lock_.try_lock()) {
      if (work_requested_.exchange(false, std::memory_order_seq_cst)) {
        (owner_.*work)();
      }
      lock_.unlock();
    }
  }

  Owner &owner_;
  std::mutex lock_;
  std::atomic<bool> work_requested_{false};
};

}  // namespace mux::client
