/// @file
/// The scheduler of a device: takes submissions from dispatch to completion.
///
/// A submission that waits for nothing (any more) has ready jobs; they stand in the ready list
/// until all their tiles are claimed. Workers (schedule/workers.h) take the first job, claim tiles
/// of it with one atomic add each, and whoever finishes the last tile retires the command: its
/// successors that wait for nothing else become ready, one of them goes on in the same thread, the
/// others join the list. The last command of a submission makes its completion ready, which is a
/// job like any other: it calls the user's function, signals the semaphores, then the fence. If
/// nothing else is ready, a worker goes straight on with a submission that waited for those
/// semaphores.
///
/// One lock protects the lists; it is held for a few dozen instructions and never while a tile, a
/// callback or an allocation runs. Nothing here allocates or throws. All public functions may be
/// called from any thread, unless they say otherwise.
#pragma once

#include <mux/mux.h>

#include <array>
#include <cstdint>

#include "host/schedule/fence.h"
#include "host/schedule/submission.h"
#include "host/schedule/tuning.h"
#include "host/schedule/workers.h"
#include "host/schedule/working_thread.h"
#include "host/support/atomic.h"
#include "host/support/futex.h"

namespace mux::host {

class CallbackScope;
class Queue;

class Scheduler final : private WorkSource {
 public:
  explicit Scheduler(const Allocator &allocator) noexcept;
  Scheduler(const Scheduler &) = delete;
  Scheduler &operator=(const Scheduler &) = delete;

  /// Starts the workers; the text of the error is set if that fails.
  mux_result_t start(uint32_t compute_units, const ProcessorSet &processors);
  /// Stops the workers, after they have run what is ready, and waits until they are gone.
  void stop();

  /// Dispatches a prepared submission that waits for these semaphores. Runs no command and no
  /// callback.
  void dispatch(Submission &submission, const mux_semaphore_t *wait_semaphores, uint32_t length);
  /// Releases submissions from a semaphore that was signalled, or failed if there is a text.
  void release_waiters(SemaphoreWaiter *first, const char *failure);

  /// Waits for a fence. A timeout of 0 polls, UINT64_MAX waits without limit and helps.
  mux_result_t wait(Fence &fence, uint64_t timeout);
  /// Waits until every submission dispatched to the queue before the call is complete, and helps.
  mux_result_t wait_all(Queue &queue);

  ScratchPool &scratch_pool() { return kernel_memory_.scratch; }
  Workers &workers() { return workers_; }

 private:
  /// A tile of a job whose submission is pinned.
  struct Claim {
    Job *job = nullptr;
    uint32_t tile = 0;
    explicit operator bool() const { return job != nullptr; }
  };

  /// Jobs of one submission that became ready, on their way into the ready list.
  class Batch {
   public:
    explicit Batch(Submission &submission) : submission_(submission) {}
    /// Of the job's tiles, leaves out those that `present` threads will claim anyway, and all that
    /// are left to a thread that waits.
    void add(Job &job, uint32_t present);
    void clear() { count_ = tiles_ = callbacks_ = 0; }
    bool empty() const { return count_ == 0; }
    bool full() const { return count_ == jobs_.size(); }

   private:
    friend class Scheduler;
    Submission &submission_;
    std::array<Job *, tuning::linked_at_once> jobs_;
    uint32_t count_ = 0;
    /// Threads that could work on them, and how many of these have to be workers.
    uint32_t tiles_ = 0;
    uint32_t callbacks_ = 0;
  };

  /// The jobs that a submission begins with, one after the other: its roots, or its completion if
  /// it has none or has failed already.
  class Roots {
   public:
    explicit Roots(Submission &submission);
    bool empty() const { return next_ == count_; }
    Job &take();
    /// As many as fit.
    void move_to(Batch &batch);
    Submission &submission() const { return submission_; }

   private:
    Submission &submission_;
    uint32_t count_;
    bool completes_;
    uint32_t next_ = 0;
  };

  /// Who is to be woken, decided with the lock held and carried out after it.
  struct Wakeups {
    Workers::WakeList workers;
    /// The words of fences: of one that was signalled, and of one whose submission has something to
    /// help with. They may be gone by then and are only addresses.
    const Atomic<uint32_t> *signalled = nullptr;
    const Atomic<uint32_t> *helpers = nullptr;
    /// The word of a queue, for which threads wait in wait_all().
    const Atomic<uint32_t> *wait_all = nullptr;
  };

  /// Add jobs to the ready list, and wake those who should run them.
  void push(const Batch &batch);
  void push(Job &job, uint32_t present);
  void push(Roots &roots);
  /// Makes a submission ready that waits for nothing any more.
  void make_ready(Submission &submission);
  /// The same, in a worker that goes on with it: returns its first job, the submission pinned.
  Job &start(Submission &submission, WorkingThread &thread);
  /// As the public one. If `kept` is not NULL, one submission is left there instead of made ready.
  void release_waiters(SemaphoreWaiter *first, const char *failure, Submission **kept);

  void enlist(Submission &submission) MUX_REQUIRES(workers_.state.lock);
  void link(const Batch &batch, Wakeups &wakeups) MUX_REQUIRES(workers_.state.lock);
  void link(Job &job) MUX_REQUIRES(workers_.state.lock);
  void unlink(Job &job) MUX_REQUIRES(workers_.state.lock);
  /// The list of a job besides the ready list.
  List<Job, SubmissionReady> &second_list(const Job &job) MUX_REQUIRES(workers_.state.lock);
  Claim claim(Job &job) MUX_REQUIRES(workers_.state.lock);
  /// The first that is left of these jobs.
  template <typename Tag>
  Claim claim_from(List<Job, Tag> &jobs) MUX_REQUIRES(workers_.state.lock);
  Claim claim_for_worker() MUX_REQUIRES(workers_.state.lock);
  Claim claim_of_queue(const Queue &queue, uint64_t serial) MUX_REQUIRES(workers_.state.lock);
  /// Whether a thread that waits for the submission may work on it now.
  bool may_help(const Submission &submission) const MUX_REQUIRES(workers_.state.lock) {
    return workers_.permit_free() || !submission.attended();
  }
  /// Chooses threads for so many tiles of a submission and so many that call back.
  void invite(Submission &submission, uint32_t tiles, uint32_t callbacks, Wakeups &wakeups)
      MUX_REQUIRES(workers_.state.lock);
  /// Takes the permit of a thread that claimed something; if it did not, but held one before,
  /// offers that to others.
  void settle(WorkingThread &thread, bool had_permit, const Claim &claimed, Wakeups &wakeups)
      MUX_REQUIRES(workers_.state.lock);
  /// A permit became free: chooses somebody to take up what is ready.
  void offer_permit(Wakeups &wakeups) MUX_REQUIRES(workers_.state.lock);
  /// Calls others for what is ready of a submission, if that was left to a thread that waits for
  /// long enough. It has a tile that is not finished.
  void end_leaving_to_waiter(Submission &submission);
  /// Calls workers for what is ready beside what the calling worker has claimed.
  void call_for_ready_jobs(Wakeups &wakeups) MUX_REQUIRES(workers_.state.lock);

  void carry_out(Wakeups &wakeups) MUX_EXCLUDES(workers_.state.lock);

  /// The last submission that was dispatched.
  uint64_t last_serial() MUX_EXCLUDES(workers_.state.lock);
  /// Says which submissions of the queue up to `serial` are not complete, and which semaphores they
  /// wait for.
  void report_stall(const Queue &queue, uint64_t serial) MUX_EXCLUDES(workers_.state.lock);

  void drain(WorkingThread &thread) noexcept override;

  /// Gives back the permit of a helper, and claims a tile of the submission that it waits for if
  /// there is one that it may run.
  Claim claim_for(const Fence &fence, WorkingThread &thread);
  /// Claims a tile of what was dispatched to the queue up to `serial`, as claim_for(). If there is
  /// none, says in `observed` what the queue's word is until that changes. Returns whether all is
  /// complete.
  bool claim_of_all(Queue &queue, uint64_t serial, WorkingThread &thread, Claim &claimed,
                    uint32_t &observed);
  /// Helps until the fence is signalled or failed.
  Fence::State help(Fence &fence, WorkingThread &thread);
  mux_result_t wait_helping(Fence &fence);
  mux_result_t wait_until(Fence &fence, uint64_t deadline);

  /// Runs the claimed tile, more tiles of the job, and the jobs that follow from it; unpins its
  /// submission.
  void work(Claim claim, WorkingThread &thread);
  /// Runs tiles of a job, from `tile` on, while there are any. Returns a job to go on with, or
  /// NULL.
  Job *run_tiles(Job &job, uint32_t tile, WorkingThread &thread, uint32_t &retired);
  void run_tile(const Job &job, uint32_t tile, WorkingThread &thread);
  /// Called by whoever finished the last tile: releases the successors, and counts the command,
  /// which its caller tells the submission of. Returns a job to go on with, or NULL.
  Job *retire(const Job &job, WorkingThread &thread, uint32_t &retired);
  /// The job if this thread may run it, else NULL; then, and if it has more tiles than one, others
  /// learn of it.
  Job *go_on_with(Job &ready, WorkingThread &thread);
  /// The end of a submission: user_function, semaphores, fence. Returns a job of another submission
  /// to go on with, that run pinned, or NULL.
  Job *complete(Submission &submission, WorkingThread &thread);
  /// Takes the submission out of the lists and signals the fence. Returns whether other jobs are
  /// ready: then the thread looks for one, else it goes on with what it has, if that `goes_on`.
  bool signal_fence(Submission &submission, WorkingThread &thread, bool goes_on, Wakeups &wakeups);
  static void unpin(Submission &submission);

  KernelMemory kernel_memory_;
  Workers workers_;

  /// How many jobs are ready, counted for traces only.
  uint64_t ready_count_ MUX_GUARDED_BY(workers_.state.lock) = 0;
};

template <typename Tag>
Scheduler::Claim Scheduler::claim_from(List<Job, Tag> &jobs) {
  while (Job *job = jobs.front()) {
    // A claim that comes too late unlinks the job, so this ends.
    if (const Claim claimed = claim(*job)) {
      return claimed;
    }
  }
  return {};
}

}  // namespace mux::host
