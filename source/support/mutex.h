/// @file
/// std::mutex with thread-safety annotations, for locks that are held long or taken rarely.
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

/// Scoped lock.
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
