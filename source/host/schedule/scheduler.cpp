#include "host/schedule/scheduler.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "compiler/abi/kernel_output.h"
#include "host/counters/measurement.h"
#include "host/schedule/callback_scope.h"
#include "host/schedule/execute.h"
#include "host/schedule/fence.h"
#include "host/schedule/printing_scope.h"
#include "host/schedule/queue.h"
#include "host/schedule/run_pool.h"
#include "host/schedule/trace.h"
#include "host/schedule/trace_tile.h"
#include "host/schedule/tuning.h"

namespace mux::host {
namespace {

constexpr const char *failed_before = "the command buffer that signals this semaphore failed";

}  // namespace

Scheduler::Scheduler(const Allocator &allocator) noexcept
    : scratch_pool_(allocator), workers_(*this, scratch_pool_, allocator) {}

mux_result_t Scheduler::start(uint32_t compute_units) {
  return workers_.start(compute_units);
}

void Scheduler::stop() {
  workers_.stop();
}

void Scheduler::Batch::add(Job &job, uint32_t present) {
  jobs_[count_++] = &job;
  // A thread calls only so many at once, so that is all that need be counted.
  uint32_t &wanted = job.calls_back ? callbacks_ : tiles_;
  wanted += std::min(job.tile_count - present, tuning::summoned_at_once);
}

void Scheduler::dispatch(Run &run, const mux_semaphore_t *wait_semaphores, uint32_t length) {
  if (length == 0) {
    Roots roots(run);
    Batch batch(run);
    roots.move_to(batch);
    Wakeups wakeups;
    {
      const LockGuard guard(workers_.state.lock);
      enlist(run);
      link(batch, wakeups);
    }
    carry_out(wakeups);
    push(roots);
    return;
  }
  {
    const LockGuard guard(workers_.state.lock);
    enlist(run);
  }
  // The count starts at one, for this function, so the run cannot start before the loop is over,
  // whatever the semaphores do meanwhile.
  for (uint32_t index = 0; index < length; ++index) {
    run.block();
    auto *semaphore = static_cast<Semaphore *>(wait_semaphores[index]);
    SemaphoreWaiter &waiter = run.waiters()[index];
    atomic_ref(waiter.semaphore).store(semaphore, std::memory_order_relaxed);
    const Semaphore::State state = semaphore->wait(waiter);
    if (state != Semaphore::State::pending) {
      if (state == Semaphore::State::failed) {
        run.fail("wait_semaphores[%u]: %s", index, failed_before);
      }
      atomic_ref(waiter.semaphore).store(nullptr, std::memory_order_relaxed);
      run.unblock();
    }
  }
  if (run.unblock()) {
    make_ready(run);
  }
}

void Scheduler::enlist(Run &run) {
  run.serial = ++workers_.state.last_serial;
  Queue &queue = *run.request().queue;
  queue.add(workers_.state, run);
  if (Fence *fence = run.request().fence) {
    fence->expect(workers_.state, run, queue.index());
  }
}

void Scheduler::release_waiters(SemaphoreWaiter *first, const char *failure) {
  release_waiters(first, failure, nullptr);
}

void Scheduler::release_waiters(SemaphoreWaiter *first, const char *failure, Run **kept) {
  while (first != nullptr) {
    Run &run = *first->run;
    atomic_ref(first->semaphore).store(nullptr, std::memory_order_relaxed);
    if (failure != nullptr) {
      run.fail("wait_semaphores[%td]: %s", first - run.waiters().data(), failure);
    }
    // The node lives in the run, which may be complete right after it is released.
    first = first->next;
    if (!run.unblock()) {
      continue;
    }
    if (kept != nullptr && *kept == nullptr) {
      *kept = &run;
    } else {
      make_ready(run);
    }
  }
}

Scheduler::Roots::Roots(Run &run)
    : run_(run), count_(run.failed() ? 0 : run.plan().root_count()), completes_(count_ == 0) {
  count_ += completes_ ? 1 : 0;
}

Job &Scheduler::Roots::take() {
  const uint32_t root = next_++;
  return run_.ready_job(completes_ ? Run::completion : run_.plan().root(root));
}

void Scheduler::Roots::move_to(Batch &batch) {
  while (!empty() && !batch.full()) {
    batch.add(take(), 0);
  }
}

void Scheduler::make_ready(Run &run) {
  Roots roots(run);
  push(roots);
}

Job &Scheduler::start(Run &run, Drainer &drainer) {
  // Nobody knows of the run's jobs yet. As soon as others do, they may complete it.
  run.pin();
  Roots roots(run);
  Job &first = roots.take();
  push(roots);
  // Workers go on with whatever they are given.
  return *go_on_with(first, drainer);
}

void Scheduler::push(Roots &roots) {
  // The run cannot complete before its last root was pushed; after that it may be gone.
  while (!roots.empty()) {
    Batch batch(roots.run());
    roots.move_to(batch);
    push(batch);
  }
}

void Scheduler::push(Job &job, uint32_t present) {
  Batch batch(*job.run);
  batch.add(job, present);
  push(batch);
}

void Scheduler::push(const Batch &batch) {
  Wakeups wakeups;
  {
    const LockGuard guard(workers_.state.lock);
    link(batch, wakeups);
  }
  carry_out(wakeups);
}

void Scheduler::link(const Batch &batch, Wakeups &wakeups) {
  for (uint32_t index = 0; index < batch.count_; ++index) {
    link(*batch.jobs_[index]);
  }
  invite(batch.run_, batch.tiles_, batch.callbacks_, wakeups);
}

void Scheduler::link(Job &job) {
  workers_.state.ready.push_back(&job);
  if (trace::on()) {
    trace::ready_jobs(++ready_count_);
  }
  second_list(job).push_back(&job);
  job.linked.in(workers_.state) = true;
}

void Scheduler::unlink(Job &job) {
  if (!job.linked.in(workers_.state)) {
    return;
  }
  workers_.state.ready.remove(&job);
  if (trace::on()) {
    trace::ready_jobs(--ready_count_);
  }
  second_list(job).remove(&job);
  job.linked.in(workers_.state) = false;
}

List<Job, RunReady> &Scheduler::second_list(const Job &job) {
  return job.calls_back ? workers_.state.callbacks : job.run->helpable.in(workers_.state);
}

void Scheduler::invite(Run &run, uint32_t tiles, uint32_t callbacks, Wakeups &wakeups) {
  const uint32_t called = workers_.summon(tiles, callbacks, wakeups.summons);
  if (tiles == 0 || tiles + callbacks <= called) {
    return;
  }
  // The same rule as in may_help(), with the units that those who were called will take.
  if (!workers_.unit_spare() && run.attended()) {
    return;
  }
  // Threads that wait for the run and ran out of things to help with, or found no unit free. Those
  // that wait until a time limit are woken as well, and do not help.
  if (Fence *fence = run.request().fence; fence != nullptr && fence->call_helpers(workers_.state)) {
    wakeups.helpers = &fence->wait_address();
  } else if (Queue &queue = *run.request().queue; queue.awaits(workers_.state, run)) {
    queue.call_waiters(workers_.state);
    wakeups.wait_all = &queue.wait_address();
  }
}

void Scheduler::settle(Drainer &drainer, bool had_unit, const Claim &claimed, Wakeups &wakeups) {
  if (claimed) {
    workers_.take_unit(drainer);
  } else if (had_unit) {
    offer_unit(wakeups);
  }
}

void Scheduler::offer_unit(Wakeups &wakeups) {
  // Workers were called for each job that calls back, unit or not; so whatever the first job is,
  // that is enough.
  if (const Job *job = workers_.state.ready.front(); job != nullptr && workers_.unit_free()) {
    const uint32_t callbacks = job->calls_back ? 1 : 0;
    invite(*job->run, 1 - callbacks, callbacks, wakeups);
  }
}

void Scheduler::carry_out(Wakeups &wakeups) {
  if (wakeups.signalled != nullptr) {
    futex_wake_all(wakeups.signalled);
  }
  if (wakeups.helpers != nullptr) {
    futex_wake_all(wakeups.helpers);
  }
  if (wakeups.wait_all != nullptr) {
    futex_wake_all(wakeups.wait_all);
  }
  if (!wakeups.summons.empty()) {
    workers_.send(wakeups.summons);
  }
}

Scheduler::Claim Scheduler::claim(Job &job) {
  // The job is linked, so its run is not complete and may be pinned.
  const uint32_t tile = job.next_tile.fetch_add(1, std::memory_order_relaxed);
  if (tile + 1 >= job.tile_count) {
    unlink(job);
  }
  if (tile >= job.tile_count) {
    return {};
  }
  job.run->pin();
  return {&job, tile};
}

Scheduler::Claim Scheduler::claim_for_worker() {
  return workers_.unit_free() ? claim_from(workers_.state.ready)
                              : claim_from(workers_.state.callbacks);
}

void Scheduler::drain(Drainer &drainer) noexcept {
  for (;;) {
    Wakeups wakeups;
    Claim claimed;
    {
      const LockGuard guard(workers_.state.lock);
      const bool had_unit = workers_.give_unit(drainer);
      const bool leave = drainer.kind() == Drainer::Kind::spare && workers_.surplus();
      if (!leave) {
        claimed = claim_for_worker();
      }
      settle(drainer, had_unit, claimed, wakeups);
      if (claimed && claimed.job->linked.in(workers_.state)) {
        const uint32_t left = claimed.job->tile_count - claimed.tile - 1;
        const bool calls_back = claimed.job->calls_back;
        workers_.summon(calls_back ? 0 : left, calls_back ? left : 0, wakeups.summons);
      } else if (!claimed && drainer.kind() == Drainer::Kind::visiting) {
        workers_.visitors_leave(1);
      }
    }
    carry_out(wakeups);
    if (!claimed) {
      ThreadSampler::rest_this_thread();
      return;
    }
    work(claimed, drainer);
  }
}

void Scheduler::work(Claim claim, Drainer &drainer) {
  Run *run = claim.job->run;
  uint32_t tile = claim.tile;
  // Commands that this thread retired and has not told the run of yet: one subtraction for a chain.
  uint32_t retired = 0;
  for (Job *job = claim.job; job != nullptr;) {
    job = run_tiles(*job, tile, drainer, retired);
    if (job == nullptr && retired != 0 && run->retire_commands(std::exchange(retired, 0))) {
      job = go_on_with(run->ready_job(Run::completion), drainer);
    }
    if (job != nullptr) {
      if (job->run != run) {
        // The run is complete, and released the other one.
        unpin(*std::exchange(run, job->run));
      }
      // Nobody else knows of a job of one tile that this thread goes on with.
      tile = job->tile_count == 1 ? 0 : job->next_tile.fetch_add(1, std::memory_order_relaxed);
    }
  }
  unpin(*run);
}

Job *Scheduler::go_on_with(Job &ready, Drainer &drainer) {
  if (ready.calls_back && !drainer.may_call_back()) {
    push(ready, 0);
    return nullptr;
  }
  if (ready.tile_count > 1) {
    push(ready, 1);
  }
  return &ready;
}

Job *Scheduler::run_tiles(Job &job, uint32_t tile, Drainer &drainer, uint32_t &retired) {
  while (tile < job.tile_count) {
    if (tile + 1 == job.tile_count && tile != 0) {
      // Nothing left to claim. Jobs of one tile are unlinked as they are claimed, or never linked.
      const LockGuard guard(workers_.state.lock);
      unlink(job);
    }
    const uint64_t begin = trace::on() ? trace::now() : 0;
    if (job.command == Run::completion) {
      Job *next = complete(*job.run, drainer);
      if (trace::on()) {
        trace_tile(job, tile, begin);
      }
      // The reference that the run held to itself. The caller's pin keeps it alive a little longer.
      unpin(*job.run);
      return next;
    }
    const uint32_t place = job.run->place_of_tile(job, tile, drainer.home());
    run_tile(job, place, drainer);
    if (trace::on()) {
      trace_tile(job, place, begin);
    }
    // Releases what the tile wrote. Whoever takes the count to 0 acquires what all tiles wrote, and
    // passes it on to the successors and to the fence.
    if (job.tile_count == 1 || job.unfinished_tiles.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      return retire(job, drainer, retired);
    }
    tile = job.next_tile.fetch_add(1, std::memory_order_relaxed);
  }
  return nullptr;
}

void Scheduler::run_tile(const Job &job, uint32_t tile, Drainer &drainer) {
  Run &run = *job.run;
  if (run.failed()) {
    return;
  }
  const Command &command = run.plan().command(job.command);
  std::optional<TileMeasurement> measured;
  if (command.measurement != nullptr) {
    measured.emplace(command.measurement->sources, run.totals());
  }
  if (command.kind == CommandKind::user_callback) {
    const CallbackScope scope(workers_, run);
    command.user_callback->function(run.request().queue, run.command_buffer(),
                                    command.user_callback->user_data);
    return;
  }
  std::optional<PrintingScope> printing;
  if (command.kind == CommandKind::nd_range && command.nd_range->prints) {
    printing.emplace(run, workers_);
  }
  execute_tile(run, command, tile, drainer);
}

Job *Scheduler::retire(const Job &job, Drainer &drainer, uint32_t &retired) {
  Run &run = *job.run;
  Job *next = nullptr;
  Batch others(run);
  const Plan &plan = run.plan();
  const Command &command = plan.command(job.command);
  if (command.measurement != nullptr) {
    run.totals().add_command(*command.measurement);
  }
  for (uint32_t index = command.first_successor; index < command.last_successor; ++index) {
    const uint32_t successor = plan.successors()[index];
    if (trace::on()) {
      trace::arrow(run.serial, job.command, successor);
    }
    // A command that waits for nobody else has no count to take part in.
    if (plan.pending(successor) != 1 && !run.release_command(successor)) {
      continue;
    }
    Job &ready = run.ready_job(successor);
    if (next == nullptr) {
      next = go_on_with(ready, drainer);
      continue;
    }
    others.add(ready, 0);
    if (others.full()) {
      push(others);
      others.clear();
    }
  }
  if (!others.empty()) {
    push(others);
  }
  ++retired;
  return next;
}

inline bool Scheduler::signal_fence(Run &run, Drainer &drainer, Wakeups &wakeups) {
  const LockGuard guard(workers_.state.lock);
  Queue &queue = *run.request().queue;
  queue.remove(workers_.state, run);
  if (Fence *fence = run.request().fence) {
    const Atomic<uint32_t> &word = fence->wait_address();
    // The fence may be gone right after this: from here on its word is only an address.
    if (fence->fulfill(workers_.state, run, run.failed())) {
      wakeups.signalled = &word;
    }
  }
  if (queue.awaited_completed(workers_.state)) {
    queue.call_waiters(workers_.state);
    wakeups.wait_all = &queue.wait_address();
  }
  if (!drainer.may_call_back() && workers_.give_unit(drainer)) {
    // It saw its fence signalled, or is about to: this spares it taking the lock once more.
    offer_unit(wakeups);
  }
  return !workers_.state.ready.empty();
}

Job *Scheduler::complete(Run &run, Drainer &drainer) {
  if (run.plan().prints()) {
    compiler::KernelOutput::flush_standard_output();
  }
  const Run::Request &request = run.request();
  const bool failed = run.failed();
  if (failed) {
    const CallbackScope scope(workers_, run);
    run.messages().send(run.message());
  }
  if (request.user_function != nullptr) {
    const CallbackScope scope(workers_, run, CallbackScope::Kind::user_function);
    request.user_function(run.command_buffer(), failed ? mux_error_failure : mux_success,
                          request.user_data);
  }
  const bool is_worker = drainer.may_call_back();
  Run *released = nullptr;
  for (Semaphore *semaphore : run.signals()) {
    release_waiters(
        semaphore->signal(failed ? Semaphore::State::failed : Semaphore::State::signalled),
        failed ? failed_before : nullptr, is_worker ? &released : nullptr);
  }

  Wakeups wakeups;
  const bool others_ready = signal_fence(run, drainer, wakeups);
  carry_out(wakeups);
  if (released == nullptr) {
    return nullptr;
  }
  if (others_ready) {
    make_ready(*released);
    return nullptr;
  }
  return &start(*released, drainer);
}

void Scheduler::unpin(Run &run) {
  if (run.unpin()) {
    run.pool().recycle(run);
  }
}

}  // namespace mux::host
