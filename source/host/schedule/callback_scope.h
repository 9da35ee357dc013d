/// @file
/// Which callback the calling thread is in, if any: set around every call of the user's code, so
/// that a wait inside it knows that it blocks a worker, and for what it must not wait.
#pragma once

#include <cstdint>

#include "host/schedule/submission.h"
#include "host/schedule/workers.h"

namespace mux::host {

class CallbackScope {
 public:
  /// A user_function is a callback in which the specification forbids more than in the others.
  enum class Kind : uint8_t { other, user_function };

  /// The submission that calls back outlives the scope.
  CallbackScope(Workers &workers, const Submission &submission, Kind kind = Kind::other);
  /// Also restores the float environment that callbacks and kernels are called with.
  ~CallbackScope();
  CallbackScope(const CallbackScope &) = delete;
  CallbackScope &operator=(const CallbackScope &) = delete;

  /// The scope of the callback that the calling thread is in, or NULL.
  static const CallbackScope *current();
  /// Whether the calling thread is in the user_function of a dispatch on the device of these
  /// workers.
  static bool in_user_function(const Workers &workers);

  /// Of the device that called back.
  Workers &workers() const { return workers_; }
  /// Which is not complete as long as the callback runs.
  const Submission &submission() const { return submission_; }

 private:
  Workers &workers_;
  const Submission &submission_;
  Kind kind_;
  const CallbackScope *outer_;
};

/// While it lives, the calling thread may block in a callback of the user's: a spare worker takes
/// its place. Does nothing on any other thread.
class BlockingInCallback {
 public:
  BlockingInCallback();
  ~BlockingInCallback();
  BlockingInCallback(const BlockingInCallback &) = delete;
  BlockingInCallback &operator=(const BlockingInCallback &) = delete;

  /// Whether the spare worker is there; if not, blocking might never end.
  bool ready() const { return ready_; }

 private:
  Workers *workers_ = nullptr;
  bool ready_ = true;
};

}  // namespace mux::host
