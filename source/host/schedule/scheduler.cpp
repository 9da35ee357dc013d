#include "host/schedule/scheduler.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "compiler/abi/kernel_output.h"
#include "host/counters/measurement.h"
#include "host/schedule/callback_scope.h"
#include "host/schedule/completion.h"
#include "host/schedule/execute.h"
#include "host/schedule/fence.h"
#include "host/schedule/printing_scope.h"
#include "host/schedule/queue.h"
#include "host/schedule/submission_pool.h"
#include "host/schedule/trace.h"
#include "host/schedule/trace_tile.h"
#include "host/schedule/tuning.h"

namespace mux::host {
namespace {

constexpr const char *failed_before = "the command buffer that signals this semaphore failed";

}  // namespace

Scheduler::Scheduler(const Allocator &allocator) noexcept
    : kernel_memory_(allocator), workers_(*this, kernel_memory_, allocator) {}

mux_result_t Scheduler::start(uint32_t compute_units, const ProcessorSet &processors) {
  return workers_.start(compute_units, processors);
}

void Scheduler::stop() {
  workers_.stop();
}

void Scheduler::Batch::add(Job &job, uint32_t present) {
  jobs_[count_++] = &job;
  if (!job.calls_back && submission_.is_left_to_waiter()) {
    return;
  }
  // A thread wakes at most so many at once, so larger counts make no difference.
  uint32_t &wanted = job.calls_back ? callbacks_ : tiles_;
  wanted += std::min(job.tile_count - present, tuning::max_wakeups);
}

void Scheduler::dispatch(Submission &submission, const mux_semaphore_t *wait_semaphores,
                         uint32_t length) {
  if (length == 0) {
    Roots roots(submission);
    Batch batch(submission);
    roots.move_to(batch);
    Wakeups wakeups;
    {
      const LockGuard guard(workers_.state.lock);
      enlist(submission);
      link(batch, wakeups);
    }
    carry_out(wakeups);
    push(roots);
    return;
  }
  {
    const LockGuard guard(workers_.state.lock);
    enlist(submission);
  }
  // The count of blockers starts at one, for this function, so the submission cannot start before
  // the loop has ended, whatever happens to the semaphores.
  for (uint32_t index = 0; index < length; ++index) {
    submission.block();
    auto *semaphore = static_cast<Semaphore *>(wait_semaphores[index]);
    SemaphoreWaiter &waiter = submission.waiters()[index];
    atomic_ref(waiter.semaphore).store(semaphore, std::memory_order_relaxed);
    const Semaphore::State state = semaphore->wait(waiter);
    if (state != Semaphore::State::pending) {
      if (state == Semaphore::State::failed) {
        submission.fail("wait_semaphores[%u]: %s", index, failed_before);
      }
      atomic_ref(waiter.semaphore).store(nullptr, std::memory_order_relaxed);
      submission.unblock();
    }
  }
  if (submission.unblock()) {
    make_ready(submission);
  }
}

void Scheduler::enlist(Submission &submission) {
  submission.serial = ++workers_.state.last_serial;
  Queue &queue = *submission.request().queue;
  queue.add(workers_.state, submission);
  if (Fence *fence = submission.request().fence) {
    fence->expect(workers_.state, submission, queue.index());
  }
}

void Scheduler::release_waiters(SemaphoreWaiter *first, const char *failure) {
  release_waiters(first, failure, nullptr);
}

void Scheduler::release_waiters(SemaphoreWaiter *first, const char *failure, Submission **kept) {
  while (first != nullptr) {
    Submission &submission = *first->submission;
    atomic_ref(first->semaphore).store(nullptr, std::memory_order_relaxed);
    if (failure != nullptr) {
      submission.fail("wait_semaphores[%td]: %s", first - submission.waiters().data(), failure);
    }
    // The node is a member of the submission, which may be destroyed once it is unblocked.
    first = first->next;
    if (!submission.unblock()) {
      continue;
    }
    // The thread that waits for it had nothing to do, and may be asleep.
    submission.stop_leaving_to_waiter();
    if (kept != nullptr && *kept == nullptr) {
      *kept = &submission;
    } else {
      make_ready(submission);
    }
  }
}

Scheduler::Roots::Roots(Submission &submission)
    : submission_(submission),
      count_(submission.failed() ? 0 : submission.plan().root_count()),
      completes_(count_ == 0) {
  count_ += completes_ ? 1 : 0;
}

Job &Scheduler::Roots::take() {
  const uint32_t root = next_++;
  return submission_.ready_job(completes_ ? Submission::completion : submission_.plan().root(root));
}

void Scheduler::Roots::move_to(Batch &batch) {
  while (!empty() && !batch.full()) {
    batch.add(take(), 0);
  }
}

void Scheduler::make_ready(Submission &submission) {
  Roots roots(submission);
  push(roots);
}

Job &Scheduler::start(Submission &submission, WorkingThread &thread) {
  // No other thread can reach the submission's jobs before push(); after it, they may complete it.
  submission.pin();
  Roots roots(submission);
  Job &first = roots.take();
  push(roots);
  // Not NULL: workers may run any job.
  return *continue_with(first, thread);
}

void Scheduler::push(Roots &roots) {
  // The submission cannot complete before its last root was pushed; after that it may be destroyed.
  while (!roots.empty()) {
    Batch batch(roots.submission());
    roots.move_to(batch);
    push(batch);
  }
}

void Scheduler::push(Job &job, uint32_t present) {
  Batch batch(*job.submission);
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
  select_threads(batch.submission_, batch.tiles_, batch.callbacks_, wakeups);
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

List<Job, SubmissionReady> &Scheduler::second_list(const Job &job) {
  return job.calls_back ? workers_.state.callbacks : job.submission->helpable.in(workers_.state);
}

void Scheduler::select_threads(Submission &submission, uint32_t tiles, uint32_t callbacks,
                               Wakeups &wakeups) {
  const uint32_t called = workers_.call_workers(tiles, callbacks, wakeups.workers);
  if (tiles == 0 || tiles + callbacks <= called) {
    return;
  }
  // As in may_help(), but less the permits that the called workers will take.
  if (!workers_.permit_spare() && submission.is_pinned()) {
    return;
  }
  // Wake threads that wait for the submission and found nothing to execute, or no free permit.
  // Threads that wait with a timeout are woken too, and do not help.
  if (Fence *fence = submission.request().fence;
      fence != nullptr && fence->call_helpers(workers_.state)) {
    wakeups.helpers = &fence->wait_address();
  } else if (Queue &queue = *submission.request().queue; queue.awaits(workers_.state, submission)) {
    queue.call_waiters(workers_.state);
    wakeups.wait_all = &queue.wait_address();
  }
}

void Scheduler::end_leaving_to_waiter(Submission &submission) {
  if (!submission.ends_leaving_to_waiter()) {
    return;
  }
  Wakeups wakeups;
  {
    const LockGuard guard(workers_.state.lock);
    uint32_t tiles = 0;
    const List<Job, SubmissionReady> &ready = submission.helpable.in(workers_.state);
    for (const Job *job = ready.front(); job != nullptr && tiles <= tuning::max_wakeups;
         job = List<Job, SubmissionReady>::after(job)) {
      const uint32_t claimed = job->next_tile.load(std::memory_order_relaxed);
      tiles += claimed < job->tile_count ? job->tile_count - claimed : 0;
    }
    // This thread continues with one of them.
    if (tiles > 1) {
      select_threads(submission, std::min(tiles - 1, tuning::max_wakeups), 0, wakeups);
    }
  }
  carry_out(wakeups);
}

void Scheduler::settle(WorkingThread &thread, bool had_permit, const Claim &claimed,
                       Wakeups &wakeups) {
  if (claimed) {
    workers_.take_permit(thread);
  } else if (had_permit) {
    offer_permit(wakeups);
  }
}

void Scheduler::offer_permit(Wakeups &wakeups) {
  // Workers were woken for each job that calls back, regardless of permits; so looking at the first
  // job is enough.
  if (const Job *job = workers_.state.ready.front(); job != nullptr && workers_.permit_free()) {
    const uint32_t callbacks = job->calls_back ? 1 : 0;
    select_threads(*job->submission, 1 - callbacks, callbacks, wakeups);
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
  if (!wakeups.workers.empty()) {
    workers_.send(wakeups.workers);
  }
}

Scheduler::Claim Scheduler::claim(Job &job) {
  // Pinning is safe: the job is linked, so its submission is incomplete.
  const uint32_t tile = job.next_tile.fetch_add(1, std::memory_order_relaxed);
  if (tile + 1 >= job.tile_count) {
    unlink(job);
  }
  if (tile >= job.tile_count) {
    return {};
  }
  job.submission->pin();
  return {&job, tile};
}

Scheduler::Claim Scheduler::claim_for_worker() {
  return workers_.permit_free() ? claim_from(workers_.state.ready)
                                : claim_from(workers_.state.callbacks);
}

void Scheduler::drain(WorkingThread &thread) noexcept {
  for (;;) {
    workers_.make_requested_call();
    Wakeups wakeups;
    Claim claimed;
    {
      const LockGuard guard(workers_.state.lock);
      const bool had_permit = workers_.return_permit(thread);
      const bool leave = thread.kind() == WorkingThread::Kind::spare && workers_.surplus();
      if (!leave) {
        claimed = claim_for_worker();
      }
      workers_.arrive(thread);
      settle(thread, had_permit, claimed, wakeups);
      if (claimed && claimed.job->linked.in(workers_.state)) {
        const uint32_t left = claimed.job->tile_count - claimed.tile - 1;
        const bool calls_back = claimed.job->calls_back;
        workers_.call_workers(calls_back ? 0 : left, calls_back ? left : 0, wakeups.workers);
      } else if (claimed) {
        call_for_ready_jobs(wakeups);
      } else if (!claimed && thread.kind() == WorkingThread::Kind::visiting) {
        workers_.visitors_leave(1);
      }
    }
    carry_out(wakeups);
    if (!claimed) {
      ThreadSampler::close_unneeded_events();
      if (thread.kind() == WorkingThread::Kind::visiting) {
        workers_.stop_attending(thread);
      }
      return;
    }
    work(claimed, thread);
  }
}

void Scheduler::call_for_ready_jobs(Wakeups &wakeups) {
  // The thread that made several jobs ready may have woken only this worker, which took the last
  // tile of one. Workers were woken for jobs that call back.
  uint32_t tiles = 0;
  for (const Job *job = workers_.state.ready.front(); job != nullptr && tiles < tuning::max_wakeups;
       job = List<Job, DeviceReady>::after(job)) {
    tiles += job->calls_back ? 0 : 1;
  }
  if (tiles != 0) {
    workers_.call_workers(tiles, 0, wakeups.workers);
  }
}

void Scheduler::work(Claim claim, WorkingThread &thread) {
  Submission *submission = claim.job->submission;
  uint32_t tile = claim.tile;
  // Commands retired by this thread and not yet reported to the submission: one atomic subtraction
  // for a chain.
  uint32_t retired = 0;
  for (Job *job = claim.job; job != nullptr;) {
    job = run_tiles(*job, tile, thread, retired);
    if (job == nullptr && retired != 0 && submission->retire_commands(std::exchange(retired, 0))) {
      job = continue_with(submission->ready_job(Submission::completion), thread);
    }
    if (job != nullptr) {
      if (job->submission != submission) {
        // The submission is complete, and unblocked the other one.
        unpin(*std::exchange(submission, job->submission));
      }
      // A job of one tile that this thread continues with is not visible to others.
      tile = job->tile_count == 1 ? 0 : job->next_tile.fetch_add(1, std::memory_order_relaxed);
    }
  }
  unpin(*submission);
}

Job *Scheduler::continue_with(Job &ready, WorkingThread &thread) {
  if (ready.calls_back && !thread.may_call_back()) {
    push(ready, 0);
    return nullptr;
  }
  if (ready.tile_count > 1) {
    push(ready, 1);
  }
  return &ready;
}

Job *Scheduler::run_tiles(Job &job, uint32_t tile, WorkingThread &thread, uint32_t &retired) {
  while (tile < job.tile_count) {
    if (tile + 1 == job.tile_count && tile != 0) {
      // Nothing left to claim. Jobs of one tile are unlinked when claimed, or never linked.
      const LockGuard guard(workers_.state.lock);
      unlink(job);
    }
    const uint64_t begin = trace::on() ? trace::now() : 0;
    if (job.command == Submission::completion) {
      if (thread.may_call_back()) {
        workers_.attend(thread);
      }
      Job *next = complete(*job.submission, thread);
      if (trace::on()) {
        trace_tile(job, tile, begin);
      }
      // Drop the submission's reference to itself. The caller's pin keeps it alive until work()
      // returns.
      unpin(*job.submission);
      return next;
    }
    workers_.stop_attending(thread);
    const uint32_t index = job.submission->tile_of_claim(job, tile, thread.home());
    if (tile == 0) {
      note_start(*job.submission, job.submission->plan().command(job.command));
    }
    run_tile(job, index, thread);
    if (trace::on()) {
      trace_tile(job, index, begin);
    }
    if (job.submission->is_left_to_waiter()) {
      // Before the tile counts as finished, while the submission is in flight and its fence exists.
      end_leaving_to_waiter(*job.submission);
    }
    // Releases the tile's writes. The thread that decrements to 0 acquires those of all tiles, and
    // passes them on to the successors and to the fence.
    if (job.tile_count == 1 || job.unfinished_tiles.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      return retire(job, thread, retired);
    }
    tile = job.next_tile.fetch_add(1, std::memory_order_relaxed);
  }
  return nullptr;
}

void Scheduler::run_tile(const Job &job, uint32_t tile, WorkingThread &thread) {
  Submission &submission = *job.submission;
  if (submission.failed()) {
    return;
  }
  const Command &command = submission.plan().command(job.command);
  std::optional<TileMeasurement> measured;
  if (command.measurement != nullptr) {
    measured.emplace(command.measurement->sources, submission.totals());
  }
  if (command.kind == CommandKind::user_callback) {
    const CallbackScope scope(workers_, submission);
    command.user_callback->function(submission.request().queue, submission.command_buffer(),
                                    command.user_callback->user_data);
    return;
  }
  std::optional<PrintingScope> printing;
  if (command.kind == CommandKind::nd_range && command.nd_range->prints) {
    printing.emplace(submission, workers_);
  }
  execute_tile(submission, command, tile, thread);
}

Job *Scheduler::retire(const Job &job, WorkingThread &thread, uint32_t &retired) {
  Submission &submission = *job.submission;
  Job *next = nullptr;
  Batch others(submission);
  const Plan &plan = submission.plan();
  const Command &command = plan.command(job.command);
  if (command.measurement != nullptr) {
    submission.totals().add_command(*command.measurement);
  }
  call_completion_hook(workers_, submission, command);
  for (uint32_t index = command.first_successor; index < command.last_successor; ++index) {
    const uint32_t successor = plan.successors()[index];
    if (trace::on()) {
      trace::arrow(submission.serial, job.command, successor);
    }
    // A command with a single predecessor has no counter.
    if (plan.pending(successor) != 1 && !submission.release_command(successor)) {
      continue;
    }
    Job &ready = submission.ready_job(successor);
    if (next == nullptr) {
      next = continue_with(ready, thread);
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

inline bool Scheduler::signal_fence(Submission &submission, WorkingThread &thread, bool goes_on,
                                    Wakeups &wakeups) {
  const LockGuard guard(workers_.state.lock);
  Queue &queue = *submission.request().queue;
  queue.remove(workers_.state, submission);
  if (Fence *fence = submission.request().fence) {
    const Atomic<uint32_t> &word = fence->wait_address();
    // The fence may be destroyed right after this; its futex word is used as an address only.
    if (fence->fulfill(workers_.state, submission, submission.failed())) {
      wakeups.signalled = &word;
    }
  }
  if (queue.awaited_completed(workers_.state)) {
    queue.call_waiters(workers_.state);
    wakeups.wait_all = &queue.wait_address();
  }
  if (!thread.may_call_back() && workers_.return_permit(thread)) {
    // A helper has seen its fence signaled, or is about to: this saves it from taking the lock
    // again.
    offer_permit(wakeups);
  }
  const bool others_ready = !workers_.state.ready.empty();
  if (thread.may_call_back() && (!goes_on || others_ready)) {
    workers_.expect(thread);
  }
  return others_ready;
}

Job *Scheduler::complete(Submission &submission, WorkingThread &thread) {
  if (submission.plan().prints()) {
    compiler::KernelOutput::flush_standard_output();
  }
  const Submission::Request &request = submission.request();
  const bool failed = submission.failed();
  if (failed && submission.never_started()) {
    call_hooks_of_unstarted(workers_, submission);
  }
  call_completion_hook(workers_, submission);
  if (failed) {
    const CallbackScope scope(workers_, submission);
    submission.messages().send(submission.message());
  }
  if (request.user_function != nullptr) {
    const CallbackScope scope(workers_, submission, CallbackScope::Kind::user_function);
    request.user_function(submission.command_buffer(), failed ? mux_error_failure : mux_success,
                          request.user_data);
  }
  const bool is_worker = thread.may_call_back();
  Submission *released = nullptr;
  for (Semaphore *semaphore : submission.signals()) {
    release_waiters(
        semaphore->signal(failed ? Semaphore::State::failed : Semaphore::State::signalled),
        failed ? failed_before : nullptr, is_worker ? &released : nullptr);
  }

  Wakeups wakeups;
  const bool others_ready = signal_fence(submission, thread, released != nullptr, wakeups);
  carry_out(wakeups);
  if (released == nullptr) {
    return nullptr;
  }
  if (others_ready) {
    make_ready(*released);
    return nullptr;
  }
  return &start(*released, thread);
}

void Scheduler::unpin(Submission &submission) {
  if (submission.unpin()) {
    submission.pool().recycle(submission);
  }
}

}  // namespace mux::host
