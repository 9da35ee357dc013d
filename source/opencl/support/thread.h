/// @file
/// Internal threads of the library.
#pragma once

#include <pthread.h>

#include <csignal>
#include <functional>

namespace mux::opencl {

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

/// Starts a thread with all signals blocked: signals are for the program's threads, which may wait
/// for them. Throws std::system_error if no thread can be created.
void start_thread(std::function<void()> function);

}  // namespace mux::opencl
