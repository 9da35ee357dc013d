#include "host/schedule/process.h"

#include <pthread.h>

#include "host/error.h"
#include "host/schedule/atomic.h"
#include "host/schedule/futex.h"

namespace mux::host {
namespace {

Atomic<uint32_t> generation{0};

Lock watch_lock;
bool watched = false;

// The child has one thread and no other sees the number, so its memory order does not matter.
void count_fork() {
  generation.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

bool watch_forks() {
  watch_lock.lock();
  watched = watched || pthread_atfork(nullptr, nullptr, count_fork) == 0;
  const bool result = watched;
  watch_lock.unlock();
  return result;
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
