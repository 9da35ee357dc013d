// The scheduler of a device: takes runs from dispatch to completion.
//
// A run that waits for nothing (any more) has ready jobs; they stand in the ready list until all
// their tiles are claimed. Workers (schedule/workers.h) take the first job, claim tiles of it with
// one atomic add each, and whoever finishes the last tile retires the command: its successors that
// wait for nothing else become ready, one of them goes on in the same thread, the others join the
// list. The last command of a run makes its completion ready, which is a job like any other: it
// calls the user's function, signals the semaphores, then the fence.
//
// One lock protects the lists; it is held for a few dozen instructions and never while a tile, a
// callback or an allocation runs. Nothing here allocates or throws. All public functions may be
// called from any thread, unless they say otherwise.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/schedule/atomic.h"
#include "host/schedule/drainer.h"
#include "host/schedule/futex.h"
#include "host/schedule/run.h"
#include "host/schedule/workers.h"

namespace mux::host {

class CallbackScope;
class Fence;

class Scheduler {
 public:
  explicit Scheduler(const Allocator &allocator) noexcept;
  Scheduler(const Scheduler &) = delete;
  Scheduler &operator=(const Scheduler &) = delete;

  // Starts the workers; the text of the error is set if that fails.
  mux_result_t start(uint32_t compute_units);
  // Stops the workers, after they have run what is ready, and waits until they are gone.
  void stop();

  // Dispatches a prepared run that waits for these semaphores. Runs no command and no callback.
  void dispatch(Run &run, const mux_semaphore_t *wait_semaphores, uint32_t length);
  // Releases runs from a semaphore that was signalled, or failed if there is a text.
  void release_waiters(SemaphoreWaiter *first, const char *failure);

  // Waits for a fence. A timeout of 0 polls, UINT64_MAX waits without limit and helps.
  mux_result_t wait(Fence &fence, uint64_t timeout);
  // Waits until every run dispatched before the call is complete, and helps.
  mux_result_t wait_all();

  // Runs ready jobs until there are none, or a spare worker is one too many. Called by workers.
  // For a visiting worker, finding none and being counted off is one step.
  void drain(Drainer &drainer, WorkerKind kind) noexcept;

  ScratchPool &scratch_pool() { return scratch_pool_; }
  Workers &workers() { return workers_; }

 private:
  friend class Workers;

  // A tile of a job whose run is pinned.
  struct Claim {
    Job *job = nullptr;
    uint32_t tile = 0;
    explicit operator bool() const { return job; }
  };

  void make_ready(Run &run);
  // Adds a job to the ready list and wakes those who should run it, leaving out `present` threads
  // that will claim tiles anyway.
  void push(Job &job, uint32_t present);

  // With the lock held.
  void link(Job &job);
  void unlink(Job &job);
  Claim claim(Job &job);
  Claim claim_first();
  Claim claim_up_to(uint64_t serial);
  // Whether everything dispatched up to `serial` is complete.
  bool completed(uint64_t serial) const;

  // Says which runs up to `serial` are not complete, and which semaphores they wait for. With the
  // lock held, because a run may be gone without it.
  void report_stall(uint64_t serial);

  Claim claim_for(const Fence &fence);
  bool waits_for_itself(const Fence &fence, const CallbackScope &scope);
  mux_result_t wait_helping(Fence &fence);
  mux_result_t wait_until(Fence &fence, uint64_t deadline);

  // Runs the claimed tile, more tiles of the job, and the jobs that follow from it; unpins the run.
  void work(Claim claim, Drainer &drainer);
  // Runs tiles of a job, from `tile` on, while there are any. Returns a job to go on with, or NULL.
  Job *run_tiles(Job &job, uint32_t tile, Drainer &drainer, uint32_t &retired);
  void run_tile(Job &job, uint32_t tile, Drainer &drainer);
  // Called by whoever finished the last tile: releases the successors, and counts the command,
  // which its caller tells the run of. Returns a job to go on with, or NULL.
  Job *retire(Job &job, Drainer &drainer, uint32_t &retired);
  // The job if this thread may run it, else NULL; then, and if it has more tiles than one, others
  // learn of it.
  Job *go_on_with(Job &ready, Drainer &drainer);
  // The end of a run: user_function, semaphores, fence.
  void complete(Run &run);
  void unpin(Run &run);

  ScratchPool scratch_pool_;
  Workers workers_;

  Lock lock_;
  // Under the lock from here on.
  List<Job, DeviceReady> ready_;
  // How many they are, counted for traces only.
  uint64_t ready_count_ = 0;
  // All runs that are not complete, in the order they were dispatched.
  List<Run, InFlight> in_flight_;
  uint64_t last_serial_ = 0;
  // Threads in wait_all() sleep on this word, which changes when they should look again: all runs
  // up to `awaited_serial_` are complete, or one of these runs has a job to help with.
  Atomic<uint32_t> wait_all_word_{0};
  uint64_t awaited_serial_ = UINT64_MAX;
};

}  // namespace mux::host
