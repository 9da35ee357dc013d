/// @file
/// The thread that compiles code in the background: one for the process, started when it is first
/// needed, of low priority.
///
/// Any thread may call it. A forked child begins with a new one, and compiles nothing of what its
/// parent has enqueued.
#pragma once

#include <cstdint>
#include <thread>

#include "host/support/atomic.h"
#include "host/support/lock.h"

namespace mux::host {

/// Something to compile.
class BackgroundWork {
 public:
  virtual ~BackgroundWork() = default;
  /// On the thread of low priority. May throw where memory runs out.
  virtual void compile() = 0;

 private:
  friend class Specializer;

  /// In the queue of those that wait to be compiled.
  BackgroundWork *next_waiting_ = nullptr;
};

class Specializer {
 public:
  static Specializer &instance();

  /// Before or after all that waits already.
  enum class Place : uint8_t { first, last };

  /// Compiles it some time. If the thread cannot be started, never. Not to be called again before
  /// it was compiled.
  void enqueue(BackgroundWork &work, Place place = Place::first) noexcept;
  /// Takes it back; waits if it is being compiled right now.
  void forget(BackgroundWork &work) noexcept;

 private:
  Specializer() = default;
  ~Specializer();

  void run() noexcept;
  /// Adds the work to the queue, and starts the thread if there is none. May throw.
  void add(BackgroundWork &work, Place place);
  /// Takes the work out of the queue.
  void remove(const BackgroundWork &work) MUX_REQUIRES(lock_);
  /// The next work to compile; NULL if the thread is to end. Waits for one.
  BackgroundWork *next();
  /// Gives the lock back until something else has changed. May return early for no reason.
  void wait_for_change() MUX_REQUIRES(lock_);
  /// Has those who wait look again.
  void tell_change();

  Lock lock_;
  /// Threads that wait sleep on this word.
  Atomic<uint32_t> changes_{0};
  BackgroundWork *first_waiting_ MUX_GUARDED_BY(lock_) = nullptr;
  BackgroundWork *current_ MUX_GUARDED_BY(lock_) = nullptr;
  bool stopping_ MUX_GUARDED_BY(lock_) = false;
  /// Started under the lock.
  std::thread thread_;
};

}  // namespace mux::host
