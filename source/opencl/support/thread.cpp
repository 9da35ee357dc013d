#include "opencl/support/thread.h"

#include <pthread.h>

#include <csignal>
#include <thread>
#include <utility>

namespace mux::opencl {

namespace {

/// Blocks all signals of the calling thread, whose threads inherit that.
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

}  // namespace

void start_thread(std::function<void()> function) {
  const BlockedSignals blocked;
  std::thread(std::move(function)).detach();
}

}  // namespace mux::opencl
