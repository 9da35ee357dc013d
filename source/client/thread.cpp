#include "client/thread.h"

#include <thread>
#include <utility>

#include "support/blocked_signals.h"

namespace mux::client {

void start_thread(std::function<void()> function) {
  const BlockedSignals blocked;
  std::thread(std::move(function)).detach();
}

}  // namespace mux::client
