#include "opencl/support/thread.h"

#include <thread>
#include <utility>

#include "support/blocked_signals.h"

namespace mux::opencl {

void start_thread(std::function<void()> function) {
  const BlockedSignals blocked;
  std::thread(std::move(function)).detach();
}

}  // namespace mux::opencl
