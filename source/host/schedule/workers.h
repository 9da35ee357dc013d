/// @file
/// The threads that execute a device's work.
///
/// oneTBB has one thread pool for the whole process. Each device has an arena with as many slots as
/// compute units, and enqueues worker tasks into it when there is work: these are the visiting
/// workers. Because the pool has one thread fewer than there are cores, and may be busy elsewhere,
/// a device also has a thread of its own, which sleeps while idle and uses the arena's reserved
/// slot. With one compute unit it is the only worker. While a worker is blocked inside a callback,
/// a spare thread replaces it.
///
/// In a forked child, oneTBB's threads are gone and it does not start new ones. There, devices
/// start threads of their own as visiting workers, on demand (visitors.cpp).
///
/// Threads of the program that help while they wait count as well: a thread that runs tiles holds
/// one of the device's concurrency permits, as many as there are compute units; a thread that finds
/// none free does not claim tiles. With more threads than cores, threads would preempt each other,
/// and the last tiles of a submission would be delayed by a preempted thread. There are two
/// exceptions, so that nothing is blocked by an unrelated long submission: jobs that call back,
/// which only workers may run, need no permit, nor does a thread that helps a submission that no
/// other thread works on. A thread that returns a permit makes sure that another thread takes up
/// ready jobs.
///
/// Threads of the device are detached and counted, so that a process may exit without destroying
/// the device. A worker task may start after its device was destroyed, so it first looks the device
/// up in a process-wide registry.
///
/// oneTBB is never called on a thread of the program. It would allocate data for that thread; and
/// in a forked child, exit() would take locks of oneTBB to free them, which another thread may have
/// held at the fork. So workers enqueue tasks themselves when they find more work than they can do.
/// If all are busy when a thread of the program makes something ready, a starter thread enqueues
/// the tasks; it is started on first use.
///
/// Functions that require the lock of the shared state are annotated; the others are called without
/// it, from any thread.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <cstdint>

#include "host/schedule/scratch_pool.h"
#include "host/schedule/shared_state.h"
#include "host/schedule/working_thread.h"
#include "host/support/allocator.h"
#include "host/support/atomic.h"
#include "host/support/list.h"
#include "host/support/processors.h"
#include "host/support/use_count.h"

namespace mux::host {

class TaskArena;

struct Idle;
struct Called;
struct Registered;

/// An idle thread of the device. On that thread's stack: valid while it is in the list of idle
/// workers, and after that until its word is `called`.
struct IdleWorker : ListNode<IdleWorker, Idle>, ListNode<IdleWorker, Called> {
  enum : uint32_t { spinning, sleeping, called };
  Atomic<uint32_t> word{spinning};
  bool spare = false;
  /// Whether it is in the list of idle workers.
  GuardedBySharedLock<bool> linked;
};

/// Interface through which workers get work.
class WorkSource {
 public:
  /// Runs ready jobs until there are none that this worker may run, or a spare worker is surplus.
  /// For a visiting worker, finding none and being counted off is one atomic step.
  virtual void drain(WorkingThread &thread) noexcept = 0;

 protected:
  ~WorkSource() = default;
};

class Workers : public ListNode<Workers, Registered> {
 public:
  /// Threads to wake: collected under the lock, woken by send().
  class WakeList {
   public:
    bool empty() const { return threads_.empty() && worker_tasks_ == 0; }

   private:
    friend class Workers;
    List<IdleWorker, Called> threads_;
    uint32_t worker_tasks_ = 0;
  };

  Workers(WorkSource &source, KernelMemory &kernel_memory, const Allocator &allocator) noexcept;
  /// Does not block; see stop().
  ~Workers();

  /// @param processors affinity of its threads; none if empty.
  mux_result_t start(uint32_t compute_units, const ProcessorSet &processors);
  void stop();

  /// Whether there is a job that a worker may run now.
  bool has_job_for_worker() const MUX_REQUIRES(state.lock) {
    return permit_free() ? !state.ready.empty() : !state.callbacks.empty();
  }
  /// Selects idle workers: up to one for each tile, as far as there are permits, and one for each
  /// job that calls back. Returns how many are certain to come soon; tasks of oneTBB are not
  /// counted.
  uint32_t call_workers(uint32_t tiles, uint32_t callbacks, WakeList &wake_list)
      MUX_REQUIRES(state.lock);
  /// Wakes the selected workers.
  void send(WakeList &wake_list) MUX_EXCLUDES(state.lock);

  /// Permits. A thread holds at most one; a worker without one is about to look for work. Threads
  /// blocked in callbacks keep theirs, so the number of permits grows with them.
  bool permit_free() const MUX_REQUIRES(state.lock) { return running_ < permits(); }
  /// Whether a permit is left if all workers that were called take one.
  bool permit_spare() const MUX_REQUIRES(state.lock) { return running_ + looking_ < permits(); }
  void take_permit(WorkingThread &thread) MUX_REQUIRES(state.lock);
  /// Returns whether the thread held one.
  bool return_permit(WorkingThread &thread) MUX_REQUIRES(state.lock);

  /// Requests that a worker makes a call between two pieces of work. Returns whether one will soon.
  /// `call` must stay valid until the call was made or withdrawn.
  bool request_call(const mux_device_call_t &call);
  /// Withdraws a request. Returns false if the call was or is being made, or never requested.
  bool withdraw_call(const mux_device_call_t &call);
  /// Lets the thread watch for requested calls until it has other work to do, or sleeps. Called
  /// when it has completed something, or is about to. Only for workers.
  void attend(WorkingThread &thread);
  /// Ends attend(); makes a call that was requested meanwhile.
  void stop_attending(WorkingThread &thread) {
    if (thread.attentive) {
      end_attention(thread);
      make_requested_call();
    }
  }
  /// Makes a requested call, if there is one.
  void make_requested_call();
  /// Announces that the worker is about to look for work, so that no other worker need be woken for
  /// one tile. arrive() ends that, before the worker wakes others.
  void expect(WorkingThread &thread) MUX_REQUIRES(state.lock);
  void arrive(WorkingThread &thread) MUX_REQUIRES(state.lock);

  /// Affinity of the device's threads; none if empty.
  const ProcessorSet &processors() const { return processors_; }

  /// Visiting workers found nothing to do, or could not be started.
  void visitors_leave(uint32_t count) MUX_REQUIRES(state.lock);
  /// Whether there are more spare workers than blocked ones.
  bool surplus() const MUX_REQUIRES(state.lock) { return spares_ > blocked_; }

  /// Announces that a worker is about to block in a callback, and makes sure that a spare worker
  /// replaces it. Returns false if no thread can be started.
  bool begin_blocking() MUX_EXCLUDES(state.lock);
  void end_blocking() MUX_EXCLUDES(state.lock);

  /// State shared with the scheduler.
  SharedState state;

 private:
  bool start_thread(void *(*entry)(void *));
  /// Body of every thread of the device. After the thread is counted off, it must not touch the
  /// device.
  static void *run_thread(void *workers, const char *name, void (Workers::*body)());
  static void *own_thread_main(void *workers);
  static void *starter_thread_main(void *workers);
  static void *spare_thread_main(void *workers);
  void run_own_thread();
  void run_starter_thread();
  uint32_t permits() const MUX_REQUIRES(state.lock) { return max_visitors_ + 1 + blocked_; }
  /// The count that includes a thread of this kind while it has no permit; NULL if there is none.
  uint32_t *without_permit(WorkingThread::Kind kind) MUX_REQUIRES(state.lock);
  /// Makes the starter thread enqueue tasks.
  void request_worker_tasks(uint32_t count);
  void run_spare_thread();
  /// Blocks until there may be something to do. Returns false if the thread is to end.
  bool rest(IdleWorker &idle, WorkingThread &thread);
  /// State of an idle thread: has work, sleeping until called, sleeping with a time limit, or
  /// ending.
  enum class Rest : uint8_t { over, sleeping, lingering, for_good };
  Rest begin_rest(IdleWorker &idle);
  /// Handles the end of the time limit. Returns Rest::sleeping if the thread was called meanwhile,
  /// before its word says so.
  Rest end_lingering(IdleWorker &idle);
  /// Ends attend() without a last check, which the caller must do.
  void end_attention(WorkingThread &thread);
  const mux_device_call_t *take_requested_call();
  /// Spins for a while. Returns true if there is something to do, or after it has made a requested
  /// call.
  bool spin(IdleWorker &idle, WorkingThread &thread);
  /// Makes a requested call. Returns false if there is none.
  bool leave_rest_for_call(IdleWorker &idle, WorkingThread &thread);
  /// Takes a worker that was not called out of the idle state.
  void leave_rest(IdleWorker &idle, WorkingThread &thread);
  void enqueue_worker_task();
  void visit(uint32_t slot);
  /// The same without oneTBB, on a thread of our own; see visitors.cpp.
  void post_visit() MUX_EXCLUDES(state.lock);
  static void *visitor_thread_main(void *workers);
  void run_visitor_thread();
  /// Takes a posted visit, if there is one.
  enum class Post : uint8_t { taken, none, end };
  Post take_post() MUX_EXCLUDES(state.lock);
  /// Moves an idle worker to the list of threads to wake.
  void call(IdleWorker &idle, WakeList &wake_list) MUX_REQUIRES(state.lock);
  /// The same for the first idle spare worker, if there is one.
  void call_spare(WakeList &wake_list) MUX_REQUIRES(state.lock);
  /// Removes an idle worker that is to look for work from the list.
  void leave_idle_list(IdleWorker &idle) MUX_REQUIRES(state.lock);
  /// Whether the device still exists; if so, it is kept until the visit is over.
  static bool enter(Workers *workers, uint64_t serial);

  WorkSource &source_;
  KernelMemory &kernel_memory_;
  Allocator allocator_;
  TaskArena *arena_ = nullptr;
  /// Distinguishes devices that had the same address.
  uint64_t serial_ = 0;
  uint32_t max_visitors_ = 0;
  /// Visiting workers are threads of our own instead of oneTBB's.
  bool has_own_visitors_ = false;
  ProcessorSet processors_;
  /// Whether the own thread has created the arena.
  Atomic<uint32_t> start_{0};
  /// Number of tasks for the starter thread to enqueue, and a bit that ends it.
  Atomic<uint32_t> requests_{0};
  /// Futex word of visiting workers that are threads of our own; changes with each post.
  Atomic<uint32_t> posts_{0};
  UseCount threads_;
  UseCount visits_;
  /// A requested call, and the number of workers that watch for one. The requesting thread writes
  /// the first and then reads the second; a worker that stops watching writes the second and then
  /// reads the first. On a cache line of its own, since idle workers poll it.
  struct alignas(64) Calls {
    Atomic<const mux_device_call_t *> requested{nullptr};
    Atomic<uint32_t> attentive{0};
  };
  Calls calls_;

  List<IdleWorker, Idle> idle_ MUX_GUARDED_BY(state.lock);
  /// Worker tasks that are enqueued or running, and those of them without a permit.
  uint32_t visitors_ MUX_GUARDED_BY(state.lock) = 0;
  uint32_t arriving_ MUX_GUARDED_BY(state.lock) = 0;
  /// Threads with a permit, and threads of the device that are awake without one.
  uint32_t running_ MUX_GUARDED_BY(state.lock) = 0;
  uint32_t looking_ MUX_GUARDED_BY(state.lock) = 0;
  /// Spare threads, and workers blocked in callbacks.
  uint32_t spares_ MUX_GUARDED_BY(state.lock) = 0;
  uint32_t blocked_ MUX_GUARDED_BY(state.lock) = 0;
  uint32_t expected_ MUX_GUARDED_BY(state.lock) = 0;
  /// Threads of our own for visits: all, the idle ones, and visits not yet taken up.
  uint32_t visitor_threads_ MUX_GUARDED_BY(state.lock) = 0;
  uint32_t resting_visitors_ MUX_GUARDED_BY(state.lock) = 0;
  uint32_t posted_visits_ MUX_GUARDED_BY(state.lock) = 0;
  bool has_starter_ MUX_GUARDED_BY(state.lock) = false;
  bool stopping_ MUX_GUARDED_BY(state.lock) = false;
};

}  // namespace mux::host
