/// @file
/// The standard library's mutex with thread_annotations.h, for who holds it long or seldom.
#pragma once

#include <mutex>

#include "support/thread_annotations.h"

namespace mux {

class MUX_CAPABILITY("mutex") Mutex {
 public:
  constexpr Mutex() = default;

  void lock() MUX_ACQUIRE() { mutex_.lock(); }
  void unlock() MUX_RELEASE() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

/// Holds a mutex while it lives.
class MUX_SCOPED_CAPABILITY MutexGuard {
 public:
  explicit MutexGuard(Mutex &mutex) MUX_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~MutexGuard() MUX_RELEASE() { mutex_.unlock(); }
  MutexGuard(const MutexGuard &) = delete;
  MutexGuard &operator=(const MutexGuard &) = delete;

 private:
  Mutex &mutex_;
};

}  // namespace mux
