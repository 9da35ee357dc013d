// Blocking waits: the part of the scheduler that runs on threads of the program.

#include <cstdio>

#include "host/schedule/callback_scope.h"
#include "host/schedule/fence.h"
#include "host/schedule/queue.h"
#include "host/schedule/scheduler.h"
#include "host/schedule/tuning.h"
#include "host/support/atomic.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

mux_result_t result_of(Fence::State state) {
  return state == Fence::State::signalled
             ? mux_success
             : fail(mux_error_fence_failure, "the command buffer that signals the fence failed");
}

/// Helping threads start in the last lane, in which no worker starts unless there are many.
constexpr uint32_t helper_home = tuning::max_lanes - 1;

mux_result_t fail_to_block() {
  return fail(mux_error_out_of_memory, "no thread could be started to work while a callback waits");
}

/// Spins on the fence for a short time.
bool spin_until_changed(const Fence &fence, uint32_t observed) {
  for (int spin = 0; spin < tuning::wait_spins; ++spin) {
    if (fence.observe() != observed) {
      return true;
    }
    spin_pause();
  }
  return false;
}

}  // namespace

mux_result_t Scheduler::wait(Fence &fence, uint64_t timeout) {
  if (const Fence::State state = fence.state(); state != Fence::State::pending) {
    return result_of(state);
  }
  if (timeout == 0) {
    return mux_fence_not_ready;
  }
  const CallbackScope *scope = CallbackScope::current();
  if (scope != nullptr && scope->submission().request().fence == &fence) {
    return fail(mux_error_failure, "a callback may not wait for the command buffer that called it");
  }
  const BlockingInCallback blocking;
  if (!blocking.ready()) {
    return fail_to_block();
  }
  if (timeout == UINT64_MAX) {
    return wait_helping(fence);
  }
  const uint64_t now = monotonic_time();
  // Saturates at the latest time that the clock can represent.
  constexpr uint64_t latest = INT64_MAX;
  return wait_until(fence, timeout < latest - now ? now + timeout : latest);
}

mux_result_t Scheduler::wait_helping(Fence &fence) {
  WorkingThread thread(WorkingThread::Kind::helper, helper_home, kernel_memory_,
                       workers_.processors());
  const Fence::State state = help(fence, thread);
  if (thread.has_permit) {
    // Another thread completed the submission.
    Wakeups wakeups;
    {
      const LockGuard guard(workers_.state.lock);
      workers_.return_permit(thread);
      offer_permit(wakeups);
    }
    carry_out(wakeups);
  }
  return result_of(state);
}

Fence::State Scheduler::help(Fence &fence, WorkingThread &thread) {
  for (;;) {
    const uint32_t observed = fence.observe();
    if (const Fence::State state = Fence::state_of(observed); state != Fence::State::pending) {
      return state;
    }
    if (const Claim claimed = claim_for(fence, thread)) {
      work(claimed, thread);
    } else if (Fence::announced(observed)) {
      // Jobs pushed since the announcement have changed the word, so the wake-up is not lost.
      futex_wait(fence.wait_address(), observed);
    } else if (!spin_until_changed(fence, observed)) {
      fence.announce(observed);
    }
  }
}

mux_result_t Scheduler::wait_until(Fence &fence, uint64_t deadline) {
  for (;;) {
    const uint32_t observed = fence.observe();
    if (const Fence::State state = Fence::state_of(observed); state != Fence::State::pending) {
      return result_of(state);
    }
    if (!Fence::announced(observed)) {
      fence.announce(observed);
    } else if (!futex_wait_until(fence.wait_address(), observed, deadline)) {
      const Fence::State state = fence.state();
      return state == Fence::State::pending ? mux_fence_not_ready : result_of(state);
    }
  }
}

Scheduler::Claim Scheduler::claim_for(const Fence &fence, WorkingThread &thread) {
  Claim claimed;
  Wakeups wakeups;
  {
    const LockGuard guard(workers_.state.lock);
    const bool had_permit = workers_.return_permit(thread);
    // The fence refers to the submission only while it is in flight, so it may be pinned.
    if (Submission *submission = fence.submission(workers_.state);
        submission != nullptr && may_help(*submission)) {
      claimed = claim_from(submission->helpable.in(workers_.state));
    }
    settle(thread, had_permit, claimed, wakeups);
  }
  carry_out(wakeups);
  return claimed;
}

bool Scheduler::claim_of_all(Queue &queue, uint64_t serial, WorkingThread &thread, Claim &claimed,
                             uint32_t &observed) {
  bool done = false;
  Wakeups wakeups;
  {
    const LockGuard guard(workers_.state.lock);
    const bool had_permit = workers_.return_permit(thread);
    done = queue.completed(workers_.state, serial);
    if (!done) {
      claimed = claim_of_queue(queue, serial);
    }
    settle(thread, had_permit, claimed, wakeups);
    if (!done && !claimed) {
      observed = queue.announce(workers_.state, serial);
    }
  }
  carry_out(wakeups);
  return done;
}

uint64_t Scheduler::last_serial() {
  const LockGuard guard(workers_.state.lock);
  return workers_.state.last_serial;
}

mux_result_t Scheduler::wait_all(Queue &queue) {
  const CallbackScope *scope = CallbackScope::current();
  if (scope != nullptr && scope->submission().request().queue == &queue) {
    return fail(mux_error_failure,
                "a callback may not wait for the queue that runs its command buffer");
  }
  const BlockingInCallback blocking;
  if (!blocking.ready()) {
    return fail_to_block();
  }
  WorkingThread thread(WorkingThread::Kind::helper, helper_home, kernel_memory_,
                       workers_.processors());
  uint64_t patience = tuning::stall_report_nanoseconds;
  uint64_t report_time = monotonic_time() + patience;
  const uint64_t serial = last_serial();
  for (;;) {
    Claim claimed;
    uint32_t observed = 0;
    if (claim_of_all(queue, serial, thread, claimed, observed)) {
      return mux_success;
    }
    if (claimed) {
      work(claimed, thread);
    } else if (!futex_wait_until(queue.wait_address(), observed, report_time)) {
      report_stall(queue, serial);
      // Exponential back-off of reports.
      patience *= 4;
      report_time = monotonic_time() + patience;
    }
  }
}

void Scheduler::report_stall(const Queue &queue, uint64_t serial) {
  // Under the lock, because a submission outside of the list may be destroyed.
  const LockGuard guard(workers_.state.lock);
  int left = tuning::stall_report_submissions;
  for (Submission *submission = queue.oldest(workers_.state);
       submission != nullptr && submission->serial <= serial;
       submission = InFlightSubmissions::after(submission)) {
    if (left-- == 0) {
      log_line(core::LogLevel::always, "muxWaitAll still waits for more command buffers");
      return;
    }
    char semaphores[256] = "";
    size_t used = 0;
    for (SemaphoreWaiter &waiter : submission->waiters()) {
      const void *semaphore = atomic_ref(waiter.semaphore).load(std::memory_order_relaxed);
      if (semaphore != nullptr && used < sizeof semaphores) {
        used += static_cast<size_t>(
            std::snprintf(semaphores + used, sizeof semaphores - used, " %p", semaphore));
      }
    }
    log_line(core::LogLevel::always, "muxWaitAll still waits for command buffer %p%s%s",
             static_cast<const void *>(submission->command_buffer()),
             used == 0 ? ", which is running" : ", which waits for semaphores", semaphores);
  }
}

Scheduler::Claim Scheduler::claim_of_queue(const Queue &queue, uint64_t serial) {
  int left = tuning::wait_all_scan;
  for (Submission *submission = queue.oldest(workers_.state);
       submission != nullptr && submission->serial <= serial && left != 0;
       submission = InFlightSubmissions::after(submission), --left) {
    if (may_help(*submission)) {
      // The submission is in flight, so it may be pinned.
      if (const Claim claimed = claim_from(submission->helpable.in(workers_.state))) {
        return claimed;
      }
    }
  }
  return {};
}

}  // namespace mux::host
