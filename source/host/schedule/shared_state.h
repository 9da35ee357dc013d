/// @file
/// State shared by all threads that execute a device's work, under one lock.
///
/// The lock is held for a few dozen instructions and never while a tile, a callback or an
/// allocation runs.
#pragma once

#include <cstdint>

#include "host/support/list.h"
#include "host/support/lock.h"

namespace mux::host {

struct Job;

struct DeviceReady;
struct SubmissionReady;

/// On one cache line: the lock, and what most of its holders access.
struct alignas(64) SharedState {
  Lock lock;
  /// Jobs with tiles to claim.
  List<Job, DeviceReady> ready MUX_GUARDED_BY(lock);
  /// Those of them that call back; the others are also in a list of their submission.
  List<Job, SubmissionReady> callbacks MUX_GUARDED_BY(lock);
  /// Number of submissions dispatched so far.
  uint64_t last_serial MUX_GUARDED_BY(lock) = 0;
};

/// A member of another object that is guarded by the lock of the shared state. Access takes the
/// state as an argument, so that the compiler checks that its lock is held.
template <typename T>
class GuardedBySharedLock {
 public:
  GuardedBySharedLock() = default;
  explicit GuardedBySharedLock(const T &value) : value_(value) {}

  T &in([[maybe_unused]] const SharedState &shared)MUX_REQUIRES(shared.lock) { return value_; }
  const T &in([[maybe_unused]] const SharedState &shared) const MUX_REQUIRES(shared.lock) {
    return value_;
  }

 private:
  T value_{};
};

}  // namespace mux::host
