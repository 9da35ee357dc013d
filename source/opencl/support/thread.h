/// @file
/// Threads of the library that the program does not know of.
#pragma once

#include <pthread.h>

#include <csignal>
#include <functional>

namespace mux::opencl {

/// Blocks all signals of the calling thread while it lives, and of threads started meanwhile for
/// good.
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

/// Runs a function on a thread of its own that gets no signals: those are for threads of the
/// program, which may wait for them. Throws std::system_error where there is no thread.
void start_thread(std::function<void()> function);

}  // namespace mux::opencl
