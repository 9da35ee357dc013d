#include "host/support/process.h"

#include <pthread.h>

#include <new>

#include "host/support/atomic.h"
#include "host/support/error.h"
#include "host/support/lock.h"

namespace mux::host {
namespace {

Atomic<uint32_t> generation{0};

Lock watch_lock;
bool watched MUX_GUARDED_BY(watch_lock) = false;

constinit ForkedChildHook *first_hook = nullptr;

/// Relaxed: the child has a single thread.
void begin_child() {
  generation.fetch_add(1, std::memory_order_relaxed);
  new (&watch_lock) Lock;
  ForkedChildHook::call_all();
}

[[maybe_unused]] const bool watched_from_the_start = watch_forks();

}  // namespace

bool watch_forks() {
  const LockGuard guard(watch_lock);
  watched = watched || pthread_atfork(nullptr, nullptr, begin_child) == 0;
  return watched;
}

uint32_t fork_generation() {
  return generation.load(std::memory_order_relaxed);
}

mux_result_t fail_in_forked_child() {
  return fail(mux_error_failure,
              "the process was forked after the device had been created, which cannot run anything "
              "in the child; devices that the child creates can");
}

ForkedChildHook::ForkedChildHook(void (*function)()) noexcept
    : function_(function), next_(first_hook) {
  first_hook = this;
}

void ForkedChildHook::call_all() {
  for (const ForkedChildHook *hook = first_hook; hook != nullptr; hook = hook->next_) {
    hook->function_();
  }
}

}  // namespace mux::host
