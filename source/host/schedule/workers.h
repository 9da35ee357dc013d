/// @file
/// The threads that run a device's work.
///
/// oneTBB has one pool of threads for the whole process. Each device has an arena of as many slots
/// as it has compute units, and puts worker tasks into it when there is work: these are visiting
/// workers. Because that pool has one thread fewer than there are cores, and may be busy elsewhere,
/// a device also has one thread of its own, which sleeps while there is nothing to do and takes the
/// slot of the arena that is reserved for it. With one compute unit it is the only worker. While a
/// worker is blocked inside a callback, a spare thread takes its place.
///
/// In a forked child, oneTBB's threads are gone and it does not start new ones. There, devices
/// bring threads of their own for visiting workers, made when they are first needed (visitors.cpp).
///
/// Threads of the program that help while they wait count as well: a thread that runs tiles holds
/// one of the device's concurrency permits, as many as it has compute units, and who finds none
/// free leaves the tiles to those who have them. More threads than cores would only take the
/// processor away from each other, and the last tiles of a submission would wait for a thread that
/// waits for its core. Two things go before that rule, so that nothing waits for the end of
/// somebody else's long submission: jobs that call back, which only workers may run, need no
/// permit, and neither does a thread that helps a submission nobody else works on. Whoever gives a
/// permit back sees to it that somebody takes up what is ready.
///
/// Threads of the device are detached and counted, so a process may exit without destroying the
/// device. A worker task may start after its device is gone, so it first looks the device up in a
/// process-wide table.
///
/// oneTBB is never called on a thread of the program's. It would keep data for that thread, and in
/// a forked child exit() takes locks of oneTBB's to free them, which another thread may have held
/// at the moment of the fork. So workers put tasks into the arena themselves as they find more to
/// do than they can; if all are busy when a thread of the program makes something ready, a starter
/// thread does it, which is made when that first happens.
///
/// Functions that require the lock of the shared state say so; the others are called without it,
/// from any thread.
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

/// A thread of the device while it has nothing to do. Lives on that thread's stack: it is valid
/// while it stands in the list of idle workers, and after that until its word says it was called.
struct IdleWorker : ListNode<IdleWorker, Idle>, ListNode<IdleWorker, Called> {
  enum : uint32_t { spinning, sleeping, called };
  Atomic<uint32_t> word{spinning};
  bool spare = false;
  /// In the list of idle workers.
  UnderSharedLock<bool> linked;
};

/// Where workers find work.
class WorkSource {
 public:
  /// Runs ready jobs until there are none for this worker, or a spare worker is one too many. For a
  /// visiting worker, finding none and being counted off is one step.
  virtual void drain(WorkingThread &thread) noexcept = 0;

 protected:
  ~WorkSource() = default;
};

class Workers : public ListNode<Workers, Registered> {
 public:
  /// Who is to be woken, decided under the lock and carried out after it.
  class WakeList {
   public:
    bool empty() const { return threads_.empty() && worker_tasks_ == 0; }

   private:
    friend class Workers;
    List<IdleWorker, Called> threads_;
    uint32_t worker_tasks_ = 0;
  };

  Workers(WorkSource &source, KernelMemory &kernel_memory, const Allocator &allocator) noexcept;
  /// Waits for nobody; see stop().
  ~Workers();

  /// @param processors where its threads run; anywhere if there are none.
  mux_result_t start(uint32_t compute_units, const ProcessorSet &processors);
  void stop();

  /// Whether a worker that looks for work finds any.
  bool has_job_for_worker() const MUX_REQUIRES(state.lock) {
    return permit_free() ? !state.ready.empty() : !state.callbacks.empty();
  }
  /// Chooses workers that have nothing to do: up to one for each tile as far as there are permits
  /// for them, and one for each job that calls back. Returns how many will certainly come, and
  /// soon: oneTBB promises neither for those it is asked for.
  uint32_t call_workers(uint32_t tiles, uint32_t callbacks, WakeList &wake_list)
      MUX_REQUIRES(state.lock);
  /// Wakes them.
  void send(WakeList &wake_list) MUX_EXCLUDES(state.lock);

  /// The permits. Nobody holds more than one; a worker without one is on its way
  /// to find something to do. Threads blocked in callbacks hold theirs, so there are more then.
  bool permit_free() const MUX_REQUIRES(state.lock) { return running_ < permits(); }
  /// Whether one is left if all workers that were called take one.
  bool permit_spare() const MUX_REQUIRES(state.lock) { return running_ + looking_ < permits(); }
  void take_permit(WorkingThread &thread) MUX_REQUIRES(state.lock);
  /// Returns whether it held one.
  bool return_permit(WorkingThread &thread) MUX_REQUIRES(state.lock);

  /// Has one of its threads make the call between two pieces of work, if one soon will be. Returns
  /// whether. The call must stay until it was made.
  bool request_call(const mux_device_call_t &call);
  /// Takes a request back. Returns false if the call was or is being made, or never requested.
  bool withdraw_call(const mux_device_call_t &call);
  /// The thread has ended something, or is about to: it looks out for such calls until it has other
  /// work to do, or sleeps. Only for workers.
  void attend(WorkingThread &thread);
  /// The end of that; makes a call that was requested meanwhile.
  void stop_attending(WorkingThread &thread) {
    if (thread.attentive) {
      end_attention(thread);
      make_requested_call();
    }
  }
  /// Makes a call that was requested, if there is one.
  void make_requested_call();
  /// The worker is about to look for work, so that nobody else need be called for one tile. It says
  /// so when it does, before it calls others.
  void expect(WorkingThread &thread) MUX_REQUIRES(state.lock);
  void arrive(WorkingThread &thread) MUX_REQUIRES(state.lock);

  /// Where threads run that work for the device; anywhere if there are none.
  const ProcessorSet &processors() const { return processors_; }

  /// Visiting workers found nothing to do, or will not come.
  void visitors_leave(uint32_t count) MUX_REQUIRES(state.lock);
  /// Whether there are more spare workers than blocked ones.
  bool surplus() const MUX_REQUIRES(state.lock) { return spares_ > blocked_; }

  /// A worker is about to block in a callback: makes sure that a spare worker takes its place.
  /// Returns false if no thread can be started.
  bool begin_blocking() MUX_EXCLUDES(state.lock);
  void end_blocking() MUX_EXCLUDES(state.lock);

  /// Of these workers and of all who give them work.
  SharedState state;

 private:
  bool start_thread(void *(*entry)(void *));
  /// What every thread of the device does; after it is counted off, nothing touches the device.
  static void *run_thread(void *workers, const char *name, void (Workers::*body)());
  static void *own_thread_main(void *workers);
  static void *starter_thread_main(void *workers);
  static void *spare_thread_main(void *workers);
  void run_own_thread();
  void run_starter_thread();
  uint32_t permits() const MUX_REQUIRES(state.lock) { return most_visitors_ + 1 + blocked_; }
  /// The count that a thread of this kind is part of while it has no permit; NULL if there is none.
  uint32_t *without_permit(WorkingThread::Kind kind) MUX_REQUIRES(state.lock);
  /// Has the starter thread enqueue tasks.
  void request_worker_tasks(uint32_t count);
  void run_spare_thread();
  /// Sleeps until there may be something to do. Returns false when the thread is to end.
  bool rest(IdleWorker &idle, WorkingThread &thread);
  /// How a thread that has nothing to do goes on: not at all, asleep until it is called, the same
  /// up to a time limit, or by ending.
  enum class Rest : uint8_t { over, sleeping, lingering, for_good };
  Rest begin_rest(IdleWorker &idle);
  /// The time limit has passed. Asleep if the thread was called meanwhile and its word is about to
  /// say so.
  Rest end_lingering(IdleWorker &idle);
  /// The thread does not look out any more; it looks once again after this.
  void end_attention(WorkingThread &thread);
  const mux_device_call_t *take_requested_call();
  /// Looks for a while whether there is something to do. Returns whether there is, or was: a call
  /// that it has made.
  bool spin(IdleWorker &idle, WorkingThread &thread);
  /// Makes a call that was requested. Returns false if there is none.
  bool leave_rest_for_call(IdleWorker &idle, WorkingThread &thread);
  /// Ends the rest of a worker that was not called to work.
  void leave_rest(IdleWorker &idle, WorkingThread &thread);
  void enqueue_worker_task();
  void visit(uint32_t slot);
  /// The same without oneTBB: has one of our threads visit, see visitors.cpp.
  void post_visit() MUX_EXCLUDES(state.lock);
  static void *visitor_thread_main(void *workers);
  void run_visitor_thread();
  /// Takes up a visit that was posted, or is told to rest or to end.
  enum class Post : uint8_t { taken, none, end };
  Post take_post() MUX_EXCLUDES(state.lock);
  /// Puts an idle worker into the list of those to be woken.
  void call(IdleWorker &idle, WakeList &wake_list) MUX_REQUIRES(state.lock);
  /// The same with the first spare worker in the list, if there is one.
  void call_spare(WakeList &wake_list) MUX_REQUIRES(state.lock);
  /// Takes an idle worker that is to look for work out of the list.
  void leave_idle_list(IdleWorker &idle) MUX_REQUIRES(state.lock);
  /// Whether the device is still there; then it stays until the visit is over.
  static bool enter(Workers *workers, uint64_t serial);

  WorkSource &source_;
  KernelMemory &kernel_memory_;
  Allocator allocator_;
  TaskArena *arena_ = nullptr;
  /// Tells devices at the same address apart.
  uint64_t serial_ = 0;
  uint32_t most_visitors_ = 0;
  /// Visiting workers are threads of ours rather than oneTBB's.
  bool visitors_are_ours_ = false;
  ProcessorSet processors_;
  /// Whether the own thread has made the arena.
  Atomic<uint32_t> start_{0};
  /// Tasks for the starter thread to enqueue, and whether it is to end.
  Atomic<uint32_t> requests_{0};
  /// Changes when there is something new for threads that are visiting workers.
  Atomic<uint32_t> posts_{0};
  UseCount threads_;
  UseCount visits_;
  /// A call to make, and how many workers look out for one. Who requests one sets the first and
  /// then reads the second, and a worker that goes to work or to sleep the other way round. On a
  /// cache line of their own, for idle workers look at it all the time.
  struct alignas(64) Calls {
    Atomic<const mux_device_call_t *> requested{nullptr};
    Atomic<uint32_t> attentive{0};
  };
  Calls calls_;

  List<IdleWorker, Idle> idle_ MUX_GUARDED_BY(state.lock);
  /// Worker tasks that are enqueued or running, and those of them that hold no permit (yet).
  uint32_t visitors_ MUX_GUARDED_BY(state.lock) = 0;
  uint32_t arriving_ MUX_GUARDED_BY(state.lock) = 0;
  /// Threads that hold a permit, and threads of the device that are awake and hold none.
  uint32_t running_ MUX_GUARDED_BY(state.lock) = 0;
  uint32_t looking_ MUX_GUARDED_BY(state.lock) = 0;
  /// Spare threads, and workers blocked in callbacks.
  uint32_t spares_ MUX_GUARDED_BY(state.lock) = 0;
  uint32_t blocked_ MUX_GUARDED_BY(state.lock) = 0;
  uint32_t expected_ MUX_GUARDED_BY(state.lock) = 0;
  /// Of threads of ours: how many there are, how many of them do not visit, and how many visits
  /// nobody has taken up.
  uint32_t visitor_threads_ MUX_GUARDED_BY(state.lock) = 0;
  uint32_t resting_visitors_ MUX_GUARDED_BY(state.lock) = 0;
  uint32_t posted_visits_ MUX_GUARDED_BY(state.lock) = 0;
  bool has_starter_ MUX_GUARDED_BY(state.lock) = false;
  bool stopping_ MUX_GUARDED_BY(state.lock) = false;
};

}  // namespace mux::host
