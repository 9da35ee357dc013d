// Visiting workers in a forked child: threads of our own, since oneTBB has none.

#include "host/schedule/tuning.h"
#include "host/schedule/workers.h"
#include "host/support/futex.h"

namespace mux::host {

void Workers::post_visit() {
  bool start = false;
  {
    const LockGuard guard(state.lock);
    ++posted_visits_;
    start = posted_visits_ > resting_visitors_ && visitor_threads_ < max_visitors_;
    if (start) {
      ++visitor_threads_;
      ++resting_visitors_;
    }
  }
  if (start && !start_thread(visitor_thread_main)) {
    const LockGuard guard(state.lock);
    --visitor_threads_;
    --resting_visitors_;
    // Another thread may take the visit, or has.
    if (visitor_threads_ == 0) {
      --posted_visits_;
      visitors_leave(1);
    }
    return;
  }
  // Relaxed: a thread that takes a visit takes the lock first.
  posts_.fetch_add(1, std::memory_order_relaxed);
  futex_wake_one(&posts_);
}

void *Workers::visitor_thread_main(void *workers) {
  return run_thread(workers, "mux-worker", &Workers::run_visitor_thread);
}

Workers::Post Workers::take_post() {
  const LockGuard guard(state.lock);
  if (posted_visits_ != 0) {
    --posted_visits_;
    --resting_visitors_;
    return Post::taken;
  }
  return stopping_ ? Post::end : Post::none;
}

void Workers::run_visitor_thread() {
  uint32_t slot = 0;
  {
    const LockGuard guard(state.lock);
    slot = visitor_threads_;
  }
  for (int spin = 0;;) {
    const uint32_t seen = posts_.load(std::memory_order_relaxed);
    switch (take_post()) {
      case Post::taken: {
        visit(slot);
        const LockGuard guard(state.lock);
        ++resting_visitors_;
        spin = 0;
        continue;
      }
      case Post::end:
        return;
      case Post::none:
        break;
    }
    while (posts_.load(std::memory_order_relaxed) == seen && spin < tuning::idle_spins) {
      spin_pause();
      ++spin;
    }
    if (spin == tuning::idle_spins) {
      futex_wait(posts_, seen);
      spin = 0;
    }
  }
}

}  // namespace mux::host
