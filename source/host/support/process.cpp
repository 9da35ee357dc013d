#include "host/support/process.h"

#include <pthread.h>

#include "host/support/atomic.h"
#include "host/support/error.h"
#include "host/support/lock.h"

namespace mux::host {
namespace {

Atomic<uint32_t> generation{0};

Lock watch_lock;
bool watched MUX_GUARDED_BY(watch_lock) = false;

/// The child has one thread and no other sees the number, so its memory order does not matter.
void count_fork() {
  generation.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

bool watch_forks() {
  const LockGuard guard(watch_lock);
  watched = watched || pthread_atfork(nullptr, nullptr, count_fork) == 0;
  return watched;
}

uint32_t fork_generation() {
  return generation.load(std::memory_order_relaxed);
}

mux_result_t fail_in_forked_child() {
  return fail(mux_error_failure,
              "the process was forked after a device had been created; a device cannot run "
              "anything in the child");
}

}  // namespace mux::host
