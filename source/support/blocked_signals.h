/// @file
/// Blocks signals around the start of a thread.
///
/// A new thread inherits the signal mask of the thread that starts it. The program's signal
/// handlers must not run on internal threads: the program may wait for signals on its own threads,
/// and a handler may need more stack than an internal thread has.
#pragma once

#include <pthread.h>

#include <csignal>

namespace mux {

/// Blocks all signals of the calling thread during its lifetime; threads started meanwhile have
/// them blocked permanently.
class BlockedSignals {
 public:
  BlockedSignals() noexcept {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;

 private:
  sigset_t before_;
};

}  // namespace mux
