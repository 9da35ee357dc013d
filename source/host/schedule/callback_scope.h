/// @file
/// Tracks which callback of the program the calling thread is in. A scope encloses every call of a
/// callback, so that a wait inside it can replace the blocked worker and reject deadlocks.
#pragma once

#include <cstdint>

#include "host/schedule/submission.h"
#include "host/schedule/workers.h"

namespace mux::host {

class CallbackScope {
 public:
  /// The specification forbids more calls in a user_function than in other callbacks.
  enum class Kind : uint8_t { other, user_function };

  /// `submission` must outlive the scope.
  CallbackScope(Workers &workers, const Submission &submission, Kind kind = Kind::other);
  /// Restores the floating-point environment of kernels and callbacks.
  ~CallbackScope();
  CallbackScope(const CallbackScope &) = delete;
  CallbackScope &operator=(const CallbackScope &) = delete;

  /// Returns the innermost scope of the calling thread, or NULL.
  static const CallbackScope *current();
  /// Whether the calling thread is in the user_function of a dispatch on the device of `workers`.
  static bool in_user_function(const Workers &workers);

  /// Workers of the device that made the callback.
  Workers &workers() const { return workers_; }
  /// The submission that made the callback; incomplete as long as the callback runs.
  const Submission &submission() const { return submission_; }

 private:
  Workers &workers_;
  const Submission &submission_;
  Kind kind_;
  const CallbackScope *outer_;
};

/// Scope in which the calling thread may block although it is in a callback: a spare worker
/// replaces it. No effect on other threads.
class BlockingInCallback {
 public:
  BlockingInCallback();
  ~BlockingInCallback();
  BlockingInCallback(const BlockingInCallback &) = delete;
  BlockingInCallback &operator=(const BlockingInCallback &) = delete;

  /// Whether the spare worker could be started; if not, blocking could deadlock.
  bool ready() const { return ready_; }

 private:
  Workers *workers_ = nullptr;
  bool ready_ = true;
};

}  // namespace mux::host
