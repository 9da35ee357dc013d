/// @file
/// The background compilation thread: one for the process, of low priority, started on first use.
///
/// Thread-safe. A forked child starts a new one, and drops what its parent has enqueued.
#pragma once

#include <cstdint>
#include <thread>

#include "host/support/atomic.h"
#include "host/support/lock.h"

namespace mux::host {

/// A unit of work for the background thread.
class BackgroundWork {
 public:
  virtual ~BackgroundWork() = default;
  /// Called on the background thread. May throw std::bad_alloc.
  virtual void compile() = 0;

 private:
  friend class BackgroundCompiler;

  /// Link in the queue.
  BackgroundWork *next_waiting_ = nullptr;
};

class BackgroundCompiler {
 public:
  static BackgroundCompiler &instance();

  /// The end of the queue where work is inserted.
  enum class Place : uint8_t { first, last };

  /// Enqueues work. It is never done if the thread cannot be started. The same work must not be
  /// enqueued again before it has been done.
  void enqueue(BackgroundWork &work, Place place = Place::first) noexcept;
  /// Removes work from the queue; blocks while it is being done.
  void forget(BackgroundWork &work) noexcept;

 private:
  BackgroundCompiler() = default;
  ~BackgroundCompiler();

  void run() noexcept;
  /// Inserts the work into the queue, and starts the thread if there is none. May throw.
  void add(BackgroundWork &work, Place place);
  /// Removes the work from the queue.
  void remove(const BackgroundWork &work) MUX_REQUIRES(lock_);
  /// Waits for work, and returns it; NULL if the thread is to end.
  BackgroundWork *next();
  /// Releases the lock until tell_change() is called. May wake up spuriously.
  void wait_for_change() MUX_REQUIRES(lock_);
  /// Wakes all threads in wait_for_change().
  void tell_change();

  Lock lock_;
  /// Futex word of wait_for_change().
  Atomic<uint32_t> changes_{0};
  BackgroundWork *first_waiting_ MUX_GUARDED_BY(lock_) = nullptr;
  BackgroundWork *current_ MUX_GUARDED_BY(lock_) = nullptr;
  bool stopping_ MUX_GUARDED_BY(lock_) = false;
  /// Started under the lock.
  std::thread thread_;
};

}  // namespace mux::host
