/// @file
/// The scheduler of a device, which takes submissions from dispatch to completion.
///
/// When nothing blocks a submission, its root commands become ready jobs. A job is in the ready
/// list until all its tiles are claimed. Workers (schedule/workers.h) take the first job and claim
/// its tiles with one atomic add each. The thread that finishes the last tile retires the command:
/// successors without other pending predecessors become ready; the thread continues with one of
/// them and adds the others to the list. The last command of a submission makes its completion
/// ready, a job like any other, which calls the user_function, signals the semaphores and then the
/// fence. If nothing else is ready, a worker continues directly with a submission that was blocked
/// by those semaphores.
///
/// One lock protects the lists. It is held for a few dozen instructions and never while a tile, a
/// callback or an allocation runs. Nothing here allocates or throws. Public functions are
/// thread-safe, unless stated otherwise.
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

  /// Starts the workers. Sets the error text on failure.
  mux_result_t start(uint32_t compute_units, const ProcessorSet &processors);
  /// Stops the workers when no job is ready, and blocks until their threads have ended.
  void stop();

  /// Dispatches a prepared submission that waits for the given semaphores. Runs neither commands
  /// nor callbacks.
  void dispatch(Submission &submission, const mux_semaphore_t *wait_semaphores, uint32_t length);
  /// Unblocks submissions that wait for a semaphore.
  /// @param failure why the semaphore failed; NULL if it was signaled.
  void release_waiters(SemaphoreWaiter *first, const char *failure);

  /// Waits for a fence. A timeout of 0 polls; UINT64_MAX waits without limit and executes tiles
  /// meanwhile.
  mux_result_t wait(Fence &fence, uint64_t timeout);
  /// Waits until every submission dispatched to the queue before the call is complete, and executes
  /// tiles meanwhile.
  mux_result_t wait_all(Queue &queue);

  ScratchPool &scratch_pool() { return kernel_memory_.scratch; }
  Workers &workers() { return workers_; }

 private:
  /// A claimed tile of a job. Its submission is pinned.
  struct Claim {
    Job *job = nullptr;
    uint32_t tile = 0;
    explicit operator bool() const { return job != nullptr; }
  };

  /// Jobs of one submission that became ready together, to be added to the ready list.
  class Batch {
   public:
    explicit Batch(Submission &submission) : submission_(submission) {}
    /// Adds a job. Does not count tiles that `present` threads will claim anyway, nor any tile
    /// while the submission is left to a waiting thread.
    void add(Job &job, uint32_t present);
    void clear() { count_ = tiles_ = callbacks_ = 0; }
    bool empty() const { return count_ == 0; }
    bool full() const { return count_ == jobs_.size(); }

   private:
    friend class Scheduler;
    Submission &submission_;
    std::array<Job *, tuning::max_linked_jobs> jobs_;
    uint32_t count_ = 0;
    /// Number of tiles, and of callbacks, for which to wake threads; only workers run callbacks.
    uint32_t tiles_ = 0;
    uint32_t callbacks_ = 0;
  };

  /// Iterates over the initial jobs of a submission: its roots, or its completion if it has none or
  /// has already failed.
  class Roots {
   public:
    explicit Roots(Submission &submission);
    bool empty() const { return next_ == count_; }
    Job &take();
    /// Moves as many as fit.
    void move_to(Batch &batch);
    Submission &submission() const { return submission_; }

   private:
    Submission &submission_;
    uint32_t count_;
    bool completes_;
    uint32_t next_ = 0;
  };

  /// Threads to wake: collected under the lock, woken after it is released.
  struct Wakeups {
    Workers::WakeList workers;
    /// Futex words of a fence that was signaled, and of one whose waiting threads can help. The
    /// fences may be destroyed by then, so these are used as addresses only.
    const Atomic<uint32_t> *signalled = nullptr;
    const Atomic<uint32_t> *helpers = nullptr;
    /// Futex word of a queue on which threads block in wait_all().
    const Atomic<uint32_t> *wait_all = nullptr;
  };

  /// Add jobs to the ready list, and wake threads to run them.
  void push(const Batch &batch);
  void push(Job &job, uint32_t present);
  void push(Roots &roots);
  /// Makes an unblocked submission's initial jobs ready.
  void make_ready(Submission &submission);
  /// The same, for a worker that continues with the submission: returns its first job, with the
  /// submission pinned.
  Job &start(Submission &submission, WorkingThread &thread);
  /// As the public overload. If `kept` is not NULL, stores one submission there instead of making
  /// it ready.
  void release_waiters(SemaphoreWaiter *first, const char *failure, Submission **kept);

  void enlist(Submission &submission) MUX_REQUIRES(workers_.state.lock);
  void link(const Batch &batch, Wakeups &wakeups) MUX_REQUIRES(workers_.state.lock);
  void link(Job &job) MUX_REQUIRES(workers_.state.lock);
  void unlink(Job &job) MUX_REQUIRES(workers_.state.lock);
  /// The list of ready jobs that holds a job besides the ready list of the device.
  List<Job, SubmissionReady> &second_list(const Job &job) MUX_REQUIRES(workers_.state.lock);
  Claim claim(Job &job) MUX_REQUIRES(workers_.state.lock);
  /// Claims a tile of the first job that has one left.
  template <typename Tag>
  Claim claim_from(List<Job, Tag> &jobs) MUX_REQUIRES(workers_.state.lock);
  Claim claim_for_worker() MUX_REQUIRES(workers_.state.lock);
  Claim claim_of_queue(const Queue &queue, uint64_t serial) MUX_REQUIRES(workers_.state.lock);
  /// Whether a thread that waits for the submission may execute its tiles now.
  bool may_help(const Submission &submission) const MUX_REQUIRES(workers_.state.lock) {
    return workers_.permit_free() || !submission.is_pinned();
  }
  /// Selects threads to wake for tiles of a submission and for jobs that call back.
  void select_threads(Submission &submission, uint32_t tiles, uint32_t callbacks, Wakeups &wakeups)
      MUX_REQUIRES(workers_.state.lock);
  /// Takes a permit for a thread that claimed a tile; if it did not, but held a permit before,
  /// offers that to others.
  void settle(WorkingThread &thread, bool had_permit, const Claim &claimed, Wakeups &wakeups)
      MUX_REQUIRES(workers_.state.lock);
  /// Selects a thread to use a free permit for a ready job.
  void offer_permit(Wakeups &wakeups) MUX_REQUIRES(workers_.state.lock);
  /// Wakes other threads for the ready jobs of a submission, if its time of being left to a waiting
  /// thread is over. Precondition: a tile of it is unfinished.
  void end_leaving_to_waiter(Submission &submission);
  /// Selects workers for ready jobs besides the one that the calling worker has claimed.
  void call_for_ready_jobs(Wakeups &wakeups) MUX_REQUIRES(workers_.state.lock);

  void carry_out(Wakeups &wakeups) MUX_EXCLUDES(workers_.state.lock);

  /// Serial number of the last submission dispatched.
  uint64_t last_serial() MUX_EXCLUDES(workers_.state.lock);
  /// Logs which submissions of the queue up to `serial` are incomplete, and which semaphores block
  /// them.
  void report_stall(const Queue &queue, uint64_t serial) MUX_EXCLUDES(workers_.state.lock);

  void drain(WorkingThread &thread) noexcept override;

  /// Returns a helper's permit, and claims a tile of the submission that the fence belongs to, if
  /// the thread may run one.
  Claim claim_for(const Fence &fence, WorkingThread &thread);
  /// The same for all submissions of the queue up to `serial`. If no tile can be claimed, stores
  /// the value of the queue's futex word in `observed`. Returns whether all of them are complete.
  bool claim_of_all(Queue &queue, uint64_t serial, WorkingThread &thread, Claim &claimed,
                    uint32_t &observed);
  /// Executes tiles until the fence is signaled or failed.
  Fence::State help(Fence &fence, WorkingThread &thread);
  mux_result_t wait_helping(Fence &fence);
  mux_result_t wait_until(Fence &fence, uint64_t deadline);

  /// Runs the claimed tile, further tiles of the job, and the jobs that follow from it. Unpins the
  /// submission.
  void work(Claim claim, WorkingThread &thread);
  /// Runs tiles of a job, from `tile` on, as long as it has any. Returns the next job for this
  /// thread, or NULL.
  Job *run_tiles(Job &job, uint32_t tile, WorkingThread &thread, uint32_t &retired);
  void run_tile(const Job &job, uint32_t tile, WorkingThread &thread);
  /// Releases the successors of a command whose last tile has finished, and increments `retired`,
  /// which the caller reports to the submission. Returns the next job for this thread, or NULL.
  Job *retire(const Job &job, WorkingThread &thread, uint32_t &retired);
  /// Returns the job if this thread may run it, else NULL. Adds it to the ready list if it returns
  /// NULL or if the job has several tiles.
  Job *continue_with(Job &ready, WorkingThread &thread);
  /// Completes a submission: user_function, semaphores, fence. Returns the first job of a
  /// submission that this unblocked, which is then pinned, or NULL.
  Job *complete(Submission &submission, WorkingThread &thread);
  /// Removes the submission from the lists and signals the fence. Returns whether other jobs are
  /// ready.
  /// @param goes_on whether the thread continues with a submission if none are.
  bool signal_fence(Submission &submission, WorkingThread &thread, bool goes_on, Wakeups &wakeups);
  static void unpin(Submission &submission);

  KernelMemory kernel_memory_;
  Workers workers_;

  /// Number of ready jobs; maintained only while tracing.
  uint64_t ready_count_ MUX_GUARDED_BY(workers_.state.lock) = 0;
};

template <typename Tag>
Scheduler::Claim Scheduler::claim_from(List<Job, Tag> &jobs) {
  while (Job *job = jobs.front()) {
    // A claim after the last tile unlinks the job, so the loop terminates.
    if (const Claim claimed = claim(*job)) {
      return claimed;
    }
  }
  return {};
}

}  // namespace mux::host
