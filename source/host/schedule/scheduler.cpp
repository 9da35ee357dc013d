#include "host/schedule/scheduler.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "compiler/kernel_output.h"
#include "host/command_buffer.h"
#include "host/counters/measurement.h"
#include "host/fence.h"
#include "host/schedule/callback_scope.h"
#include "host/schedule/execute.h"
#include "host/schedule/trace.h"
#include "host/schedule/trace_tile.h"
#include "host/schedule/tuning.h"

namespace mux::host {
namespace {

constexpr const char *failed_before = "the command buffer that signals this semaphore failed";

}  // namespace

Scheduler::Scheduler(const Allocator &allocator) noexcept
    : scratch_pool_(allocator), workers_(*this, allocator) {}

mux_result_t Scheduler::start(uint32_t compute_units) {
  return workers_.start(compute_units);
}

void Scheduler::stop() {
  workers_.stop();
}

void Scheduler::dispatch(Run &run, const mux_semaphore_t *wait_semaphores, uint32_t length) {
  lock_.lock();
  run.serial = ++last_serial_;
  in_flight_.push_back(&run);
  if (Fence *fence = run.request().fence) {
    fence->run = &run;
  }
  lock_.unlock();

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

void Scheduler::release_waiters(SemaphoreWaiter *first, const char *failure) {
  while (first) {
    Run &run = *first->run;
    atomic_ref(first->semaphore).store(nullptr, std::memory_order_relaxed);
    if (failure) {
      run.fail("wait_semaphores[%td]: %s", first - run.waiters().begin(), failure);
    }
    // The node lives in the run, which may be complete right after it is released.
    first = first->next;
    if (run.unblock()) {
      make_ready(run);
    }
  }
}

void Scheduler::make_ready(Run &run) {
  const Plan &plan = run.plan();
  const uint32_t roots = run.failed() ? 0 : plan.root_count();
  if (roots == 0) {
    push(run.ready_job(Run::completion), 0);
    return;
  }
  // The run cannot complete before its last root was pushed; after that it may be gone.
  for (uint32_t index = 0; index < roots; ++index) {
    push(run.ready_job(plan.root(index)), 0);
  }
}

void Scheduler::push(Job &job, uint32_t present) {
  Workers::Summons summons;
  const Atomic<uint32_t> *fence_word = nullptr;
  bool wake_wait_all = false;

  lock_.lock();
  link(job);
  const uint32_t wanted = job.tile_count - present;
  if (!job.calls_back && wanted != 0) {
    // Threads that wait for this run and ran out of things to help with. They come on top of the
    // workers, because those that sleep until a time limit do not help.
    if (Fence *fence = job.run->request().fence; fence && fence->call_helpers()) {
      fence_word = &fence->wait_address();
    } else if (job.run->serial <= awaited_serial_ && awaited_serial_ != UINT64_MAX) {
      awaited_serial_ = UINT64_MAX;
      wait_all_word_.fetch_add(1, std::memory_order_relaxed);
      wake_wait_all = true;
    }
  }
  workers_.summon(std::min(wanted, tuning::summoned_at_once), summons);
  lock_.unlock();

  // The job may be done and its run gone by now.
  if (fence_word) {
    futex_wake_all(fence_word);
  }
  if (wake_wait_all) {
    futex_wake_all(&wait_all_word_);
  }
  if (!summons.empty()) {
    workers_.send(summons);
  }
}

void Scheduler::link(Job &job) {
  ready_.push_back(&job);
  if (trace::on()) {
    trace::ready_jobs(++ready_count_);
  }
  if (!job.calls_back) {
    job.run->helpable.push_back(&job);
  }
  job.linked = true;
}

void Scheduler::unlink(Job &job) {
  if (!job.linked) {
    return;
  }
  ready_.remove(&job);
  if (trace::on()) {
    trace::ready_jobs(--ready_count_);
  }
  if (!job.calls_back) {
    job.run->helpable.remove(&job);
  }
  job.linked = false;
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

Scheduler::Claim Scheduler::claim_first() {
  while (Job *job = ready_.front()) {
    // A claim that comes too late unlinks the job, so this ends.
    if (const Claim claimed = claim(*job)) {
      return claimed;
    }
  }
  return {};
}

void Scheduler::drain(Drainer &drainer, WorkerKind kind) noexcept {
  for (;;) {
    lock_.lock();
    const bool leave = kind == WorkerKind::spare && workers_.surplus();
    const Claim claimed = leave ? Claim{} : claim_first();
    Workers::Summons summons;
    if (claimed && claimed.job->linked) {
      const uint32_t left = claimed.job->tile_count - claimed.tile - 1;
      workers_.summon(std::min(left, tuning::summoned_at_once), summons);
    } else if (!claimed && kind == WorkerKind::visiting) {
      workers_.visitor_leaves();
    }
    lock_.unlock();
    if (!summons.empty()) {
      workers_.send(summons);
    }
    if (!claimed) {
      ThreadSampler::rest_this_thread();
      return;
    }
    work(claimed, drainer);
  }
}

void Scheduler::work(Claim claim, Drainer &drainer) {
  Run &run = *claim.job->run;
  uint32_t tile = claim.tile;
  // Commands that this thread retired and has not told the run of yet: one subtraction for a chain.
  uint32_t retired = 0;
  for (Job *job = claim.job; job;) {
    job = run_tiles(*job, tile, drainer, retired);
    if (!job && retired != 0 && run.retire_commands(std::exchange(retired, 0))) {
      job = go_on_with(run.ready_job(Run::completion), drainer);
    }
    if (job) {
      // Nobody else knows of a job of one tile that this thread goes on with.
      tile = job->tile_count == 1 ? 0 : job->next_tile.fetch_add(1, std::memory_order_relaxed);
    }
  }
  unpin(run);
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
      lock_.lock();
      unlink(job);
      lock_.unlock();
    }
    const uint64_t begin = trace::on() ? trace::now() : 0;
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

void Scheduler::run_tile(Job &job, uint32_t tile, Drainer &drainer) {
  Run &run = *job.run;
  if (job.command == Run::completion) {
    complete(run);
    return;
  }
  if (run.failed()) {
    return;
  }
  const Command &command = run.plan().command(job.command);
  std::optional<TileMeasurement> measured;
  if (command.measurement) {
    measured.emplace(command.measurement->sources, run.totals());
  }
  if (command.kind == CommandKind::user_callback) {
    const CallbackScope scope(*this, run.command_buffer(), run.serial);
    command.user_callback->function(run.request().queue, &run.command_buffer(),
                                    command.user_callback->user_data);
    return;
  }
  execute_tile(run, command, tile, drainer);
}

Job *Scheduler::retire(Job &job, Drainer &drainer, uint32_t &retired) {
  Run &run = *job.run;
  if (job.command == Run::completion) {
    // The reference that the run held to itself. The caller's pin keeps it alive a little longer.
    unpin(run);
    return nullptr;
  }
  Job *next = nullptr;
  const Plan &plan = run.plan();
  const Command &command = plan.command(job.command);
  if (command.measurement) {
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
    if (next) {
      push(ready, 0);
    } else {
      next = go_on_with(ready, drainer);
    }
  }
  ++retired;
  return next;
}

void Scheduler::complete(Run &run) {
  if (run.plan().prints()) {
    compiler::KernelOutput::flush_standard_output();
  }
  const Run::Request request = run.request();
  const bool failed = run.failed();
  if (failed) {
    const CallbackScope scope(*this, run.command_buffer(), run.serial);
    run.command_buffer().send_message(run.message());
  }
  if (request.user_function) {
    const CallbackScope scope(*this, run.command_buffer(), run.serial,
                              CallbackScope::Kind::user_function);
    request.user_function(&run.command_buffer(), failed ? mux_error_failure : mux_success,
                          request.user_data);
  }
  for (Semaphore *semaphore : run.signals()) {
    release_waiters(
        semaphore->signal(failed ? Semaphore::State::failed : Semaphore::State::signalled),
        failed ? failed_before : nullptr);
  }

  const Atomic<uint32_t> *fence_word = nullptr;
  bool wake_wait_all = false;
  lock_.lock();
  in_flight_.remove(&run);
  if (Fence *fence = request.fence) {
    if (fence->run == &run) {
      fence->run = nullptr;
    }
    const Atomic<uint32_t> &word = fence->wait_address();
    if (fence->signal(failed ? Fence::State::failed : Fence::State::signalled)) {
      fence_word = &word;
    }
  }
  if (awaited_serial_ != UINT64_MAX && completed(awaited_serial_)) {
    awaited_serial_ = UINT64_MAX;
    wait_all_word_.fetch_add(1, std::memory_order_relaxed);
    wake_wait_all = true;
  }
  lock_.unlock();
  // The fence may be gone: from here on its word is only an address.
  if (fence_word) {
    futex_wake_all(fence_word);
  }
  if (wake_wait_all) {
    futex_wake_all(&wait_all_word_);
  }
}

void Scheduler::unpin(Run &run) {
  if (run.unpin()) {
    run.command_buffer().recycle(run);
  }
}

bool Scheduler::completed(uint64_t serial) const {
  return in_flight_.empty() || in_flight_.front()->serial > serial;
}

}  // namespace mux::host
