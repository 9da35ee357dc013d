#include "host/schedule/workers.h"

#include <pthread.h>

#include <algorithm>
#include <new>
#include <utility>

#include "host/schedule/task_arena.h"
#include "host/schedule/trace.h"
#include "host/schedule/tuning.h"
#include "host/support/error.h"
#include "host/support/process.h"
#include "support/blocked_signals.h"

namespace mux::host {
namespace {

/// Devices of the process, in which worker tasks look theirs up.
Lock registry_lock;
List<Workers, Registered> registry MUX_GUARDED_BY(registry_lock);
uint64_t last_registered_serial MUX_GUARDED_BY(registry_lock) = 0;

/// In a forked child, the parent's devices have no threads, and may be destroyed.
const ForkedChildHook forget_devices_of_parent([]() MUX_NO_THREAD_SAFETY_ANALYSIS {
  new (&registry_lock) Lock;
  new (&registry) List<Workers, Registered>;
});

/// Whether the calling thread may call oneTBB, because it belongs to a device or to oneTBB.
thread_local bool may_call_onetbb = false;

/// Values of Workers::start_.
enum : uint32_t { start_pending, start_done, start_failed };

/// The bit of Workers::requests_ that ends the starter thread.
constexpr uint32_t end_of_requests = uint32_t{1} << 31;

/// Returns `all` - `taken`, or 0 if that is negative.
uint32_t difference(uint32_t all, uint32_t taken) {
  return all > taken ? all - taken : 0;
}

}  // namespace

Workers::Workers(WorkSource &source, KernelMemory &kernel_memory,
                 const Allocator &allocator) noexcept
    : source_(source), kernel_memory_(kernel_memory), allocator_(allocator) {}

/// In a forked child the arena is in an unknown state, so its memory is freed without calling its
/// destructor.
Workers::~Workers() {
  allocator_.release(arena_);
}

mux_result_t Workers::start(uint32_t compute_units, const ProcessorSet &processors) {
  max_visitors_ = compute_units - 1;
  has_own_visitors_ = fork_generation() != 0;
  processors_ = processors;
  {
    // The own thread.
    const LockGuard guard(state.lock);
    looking_ = 1;
  }
  if (!start_thread(own_thread_main)) {
    return fail(mux_error_out_of_memory, "the thread of a device could not be started");
  }
  // Acquires the arena, which the thread has created.
  while (start_.load(std::memory_order_acquire) == start_pending) {
    futex_wait(start_, start_pending);
  }
  if (start_.load(std::memory_order_relaxed) == start_failed) {
    return fail(mux_error_out_of_memory, "no memory for a device's arena");
  }
  const LockGuard guard(registry_lock);
  serial_ = ++last_registered_serial;
  registry.push_back(this);
  return mux_success;
}

void Workers::stop() {
  if (serial_ != 0) {
    {
      const LockGuard guard(registry_lock);
      registry.remove(this);
    }
    // From here on no task enters; tasks inside leave when no job is ready.
    visits_.wait_until_unused();
  }
  WakeList wake_list;
  {
    const LockGuard guard(state.lock);
    stopping_ = true;
    while (IdleWorker *idle = idle_.front()) {
      call(*idle, wake_list);
    }
  }
  send(wake_list);
  requests_.fetch_or(end_of_requests, std::memory_order_relaxed);
  futex_wake_one(&requests_);
  posts_.fetch_add(1, std::memory_order_relaxed);
  futex_wake_all(&posts_);
  threads_.wait_until_unused();
  if (arena_ != nullptr) {
    destroy_task_arena(allocator_, arena_);
    arena_ = nullptr;
  }
}

uint32_t Workers::call_workers(uint32_t tiles, uint32_t callbacks, WakeList &wake_list) {
  const uint32_t free_permits = difference(permits(), running_ + looking_);
  // Expected workers wake others for the remaining tiles, but not for jobs that call back.
  const uint32_t wanted = std::min(callbacks + difference(std::min(tiles, free_permits), expected_),
                                   tuning::max_wakeups);
  uint32_t called = 0;
  for (IdleWorker *idle = idle_.front(); idle != nullptr && called != wanted;) {
    IdleWorker *next = List<IdleWorker, Idle>::after(idle);
    // A spare worker that replaces no blocked one would be one thread too many.
    if (!idle->spare || !surplus()) {
      call(*idle, wake_list);
      ++called;
    }
    idle = next;
  }
  if (called != 0 && !may_call_onetbb) {
    // The called worker enqueues tasks if it finds more than it can do.
    return called;
  }
  // Tasks enqueued before also take permits when they start, but do not reduce `called`, since
  // their start is not certain.
  const uint32_t left = callbacks + difference(free_permits, called + arriving_);
  wake_list.worker_tasks_ = std::min({wanted - called, left, max_visitors_ - visitors_});
  visitors_ += wake_list.worker_tasks_;
  arriving_ += wake_list.worker_tasks_;
  return called;
}

void Workers::call(IdleWorker &idle, WakeList &wake_list) {
  leave_idle_list(idle);
  wake_list.threads_.push_back(&idle);
}

void Workers::call_spare(WakeList &wake_list) {
  for (IdleWorker *idle = idle_.front(); idle != nullptr;
       idle = List<IdleWorker, Idle>::after(idle)) {
    if (idle->spare) {
      call(*idle, wake_list);
      return;
    }
  }
}

void Workers::leave_idle_list(IdleWorker &idle) {
  idle_.remove(&idle);
  idle.linked.in(state) = false;
  ++looking_;
}

uint32_t *Workers::without_permit(WorkingThread::Kind kind) {
  switch (kind) {
    case WorkingThread::Kind::own:
    case WorkingThread::Kind::spare:
      return &looking_;
    case WorkingThread::Kind::visiting:
      return &arriving_;
    case WorkingThread::Kind::helper:
      break;
  }
  return nullptr;
}

void Workers::take_permit(WorkingThread &thread) {
  thread.has_permit = true;
  ++running_;
  if (uint32_t *before = without_permit(thread.kind())) {
    --*before;
  }
}

bool Workers::return_permit(WorkingThread &thread) {
  if (!thread.has_permit) {
    return false;
  }
  thread.has_permit = false;
  --running_;
  if (uint32_t *after = without_permit(thread.kind())) {
    ++*after;
  }
  return true;
}

void Workers::visitors_leave(uint32_t count) {
  visitors_ -= count;
  arriving_ -= count;
}

void Workers::send(WakeList &wake_list) {
  for (IdleWorker *idle = wake_list.threads_.front(); idle != nullptr;) {
    IdleWorker *next = List<IdleWorker, Called>::after(idle);
    // The node belongs to its thread again as soon as the word changes. The thread acquires shared
    // data through the lock; the order here protects only the node.
    Atomic<uint32_t> *word = &idle->word;
    if (word->exchange(IdleWorker::called, std::memory_order_acq_rel) == IdleWorker::sleeping) {
      futex_wake_one(word);
    }
    idle = next;
  }
  if (!may_call_onetbb && !has_own_visitors_ && wake_list.worker_tasks_ != 0) {
    request_worker_tasks(std::exchange(wake_list.worker_tasks_, 0));
  }
  for (; wake_list.worker_tasks_ != 0; --wake_list.worker_tasks_) {
    enqueue_worker_task();
  }
}

void Workers::request_worker_tasks(uint32_t count) {
  bool had_starter = false;
  {
    const LockGuard guard(state.lock);
    had_starter = std::exchange(has_starter_, true);
  }
  if (!had_starter && !start_thread(starter_thread_main)) {
    // The existing workers do the work.
    const LockGuard guard(state.lock);
    has_starter_ = false;
    visitors_leave(count);
    return;
  }
  // Relaxed: a thread that runs a task takes the lock first.
  requests_.fetch_add(count, std::memory_order_relaxed);
  futex_wake_one(&requests_);
}

void Workers::run_starter_thread() {
  may_call_onetbb = true;
  for (;;) {
    const uint32_t requests = requests_.exchange(0, std::memory_order_relaxed);
    for (uint32_t left = requests & ~end_of_requests; left != 0; --left) {
      enqueue_worker_task();
    }
    if (requests & end_of_requests) {
      return;
    }
    futex_wait(requests_, 0);
  }
}

void Workers::enqueue_worker_task() {
  if (has_own_visitors_) {
    post_visit();
    return;
  }
  const auto visit_if_alive = [](void *workers, uint64_t serial) {
    auto *self = static_cast<Workers *>(workers);
    if (enter(self, serial)) {
      may_call_onetbb = true;
      trace::name_thread("oneTBB worker");
      self->visit(current_slot());
      self->visits_.leave();
    }
  };
  if (!enqueue_task(*arena_, visit_if_alive, this, serial_)) {
    // Out of memory for a task: the other workers do the work.
    const LockGuard guard(state.lock);
    visitors_leave(1);
  }
}

bool Workers::enter(Workers *workers, uint64_t serial) {
  const LockGuard guard(registry_lock);
  Workers *candidate = registry.front();
  while (candidate != nullptr && !(candidate == workers && candidate->serial_ == serial)) {
    candidate = List<Workers, Registered>::after(candidate);
  }
  if (candidate != nullptr) {
    candidate->visits_.enter();
  }
  return candidate != nullptr;
}

void Workers::visit(uint32_t slot) {
  WorkingThread thread(WorkingThread::Kind::visiting, slot, kernel_memory_, processors_);
  source_.drain(thread);
}

bool Workers::start_thread(void *(*entry)(void *)) {
  const BlockedSignals blocked;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  threads_.enter();
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, entry, this) == 0;
  if (!started) {
    threads_.leave();
  }
  pthread_attr_destroy(&attributes);
  return started;
}

void *Workers::run_thread(void *workers, const char *name, void (Workers::*body)()) {
  pthread_setname_np(pthread_self(), name);
  trace::name_thread(name);
  auto *self = static_cast<Workers *>(workers);
  (self->*body)();
  self->threads_.leave();
  return nullptr;
}

void *Workers::own_thread_main(void *workers) {
  return run_thread(workers, "mux-device", &Workers::run_own_thread);
}

void *Workers::starter_thread_main(void *workers) {
  return run_thread(workers, "mux-starter", &Workers::run_starter_thread);
}

void *Workers::spare_thread_main(void *workers) {
  return run_thread(workers, "mux-spare", &Workers::run_spare_thread);
}

void Workers::run_own_thread() {
  may_call_onetbb = !has_own_visitors_;
  if (may_call_onetbb) {
    arena_ = create_task_arena(allocator_, max_visitors_ + 1);
  }
  const bool has_started = arena_ != nullptr || has_own_visitors_;
  // Releases the arena to the thread that creates the device.
  start_.store(has_started ? start_done : start_failed, std::memory_order_release);
  futex_wake_one(&start_);
  if (!has_started) {
    return;
  }
  // The arena's reserved slot is the first.
  WorkingThread thread(WorkingThread::Kind::own, 0, kernel_memory_, processors_);
  IdleWorker idle;
  while (rest(idle, thread)) {
    // Executes inside the arena, so that oneTBB counts this thread as one of its slots.
    auto drain = [this, &thread] { source_.drain(thread); };
    const auto call_drain = [](void *function) { (*static_cast<decltype(drain) *>(function))(); };
    if (arena_ == nullptr || !execute_in_arena(*arena_, call_drain, &drain)) {
      drain();
    }
  }
}

void Workers::run_spare_thread() {
  may_call_onetbb = !has_own_visitors_;
  WorkingThread thread(WorkingThread::Kind::spare, 0, kernel_memory_, processors_);
  IdleWorker idle;
  idle.spare = true;
  do {
    source_.drain(thread);
  } while (rest(idle, thread));
}

Workers::Rest Workers::begin_rest(IdleWorker &idle) {
  const LockGuard guard(state.lock);
  const bool surplus_spare = idle.spare && surplus();
  if (has_job_for_worker() && !surplus_spare) {
    return Rest::over;
  }
  --looking_;
  if (stopping_) {
    spares_ -= idle.spare ? 1 : 0;
    return Rest::for_good;
  }
  idle.word.store(IdleWorker::spinning, std::memory_order_relaxed);
  idle.linked.in(state) = true;
  idle_.push_back(&idle);
  return surplus_spare ? Rest::lingering : Rest::sleeping;
}

Workers::Rest Workers::end_lingering(IdleWorker &idle) {
  const LockGuard guard(state.lock);
  if (!idle.linked.in(state)) {
    return Rest::sleeping;
  }
  if (!surplus()) {
    // Another worker has blocked meanwhile.
    leave_idle_list(idle);
    return Rest::over;
  }
  idle_.remove(&idle);
  idle.linked.in(state) = false;
  --spares_;
  return Rest::for_good;
}

bool Workers::request_call(const mux_device_call_t &call) {
  const mux_device_call_t *none = nullptr;
  if (!calls_.requested.compare_exchange_strong(none, &call, std::memory_order_seq_cst)) {
    return false;
  }
  if (calls_.attentive.load(std::memory_order_seq_cst) != 0) {
    return true;
  }
  // If it cannot be withdrawn, a worker makes the call.
  return !withdraw_call(call);
}

bool Workers::withdraw_call(const mux_device_call_t &call) {
  const mux_device_call_t *requested = &call;
  return calls_.requested.compare_exchange_strong(requested, nullptr, std::memory_order_acq_rel);
}

void Workers::attend(WorkingThread &thread) {
  if (!thread.attentive) {
    thread.attentive = true;
    calls_.attentive.fetch_add(1, std::memory_order_seq_cst);
  }
}

void Workers::end_attention(WorkingThread &thread) {
  thread.attentive = false;
  calls_.attentive.fetch_sub(1, std::memory_order_seq_cst);
}

const mux_device_call_t *Workers::take_requested_call() {
  // Acquires the data of the call.
  return calls_.requested.load(std::memory_order_seq_cst) == nullptr
             ? nullptr
             : calls_.requested.exchange(nullptr, std::memory_order_acq_rel);
}

void Workers::make_requested_call() {
  if (const mux_device_call_t *call = take_requested_call()) {
    call->function(call->user_data);
  }
}

void Workers::expect(WorkingThread &thread) {
  expected_ += thread.expected ? 0 : 1;
  thread.expected = true;
}

void Workers::arrive(WorkingThread &thread) {
  expected_ -= thread.expected ? 1 : 0;
  thread.expected = false;
}

bool Workers::leave_rest_for_call(IdleWorker &idle, WorkingThread &thread) {
  const mux_device_call_t *call = take_requested_call();
  if (call == nullptr) {
    return false;
  }
  leave_rest(idle, thread);
  call->function(call->user_data);
  return true;
}

bool Workers::spin(IdleWorker &idle, WorkingThread &thread) {
  int requested = 0;
  for (int spin = 0; spin < tuning::idle_spins; ++spin) {
    if (idle.word.load(std::memory_order_acquire) == IdleWorker::called) {
      return true;
    }
    requested = calls_.requested.load(std::memory_order_relaxed) != nullptr ? requested + 1 : 0;
    if (requested > tuning::call_spins && leave_rest_for_call(idle, thread)) {
      return true;
    }
    spin_pause();
  }
  return false;
}

void Workers::leave_rest(IdleWorker &idle, WorkingThread &thread) {
  {
    const LockGuard guard(state.lock);
    if (idle.linked.in(state)) {
      leave_idle_list(idle);
      expect(thread);
      return;
    }
  }
  // The thread was called as well: its node is in use until the word says so.
  while (idle.word.load(std::memory_order_acquire) != IdleWorker::called) {
    spin_pause();
  }
}

bool Workers::rest(IdleWorker &idle, WorkingThread &thread) {
  Rest rest = begin_rest(idle);
  if (rest == Rest::over || rest == Rest::for_good) {
    return rest == Rest::over;
  }
  attend(thread);
  if (spin(idle, thread)) {
    return true;
  }
  end_attention(thread);
  if (leave_rest_for_call(idle, thread)) {
    return true;
  }
  const uint64_t deadline =
      rest == Rest::lingering ? monotonic_time() + tuning::spare_linger_nanoseconds : 0;
  uint32_t word = IdleWorker::spinning;
  idle.word.compare_exchange_strong(word, IdleWorker::sleeping, std::memory_order_acq_rel);
  while (idle.word.load(std::memory_order_acquire) != IdleWorker::called) {
    if (rest == Rest::sleeping) {
      futex_wait(idle.word, IdleWorker::sleeping);
    } else if (!futex_wait_until(idle.word, IdleWorker::sleeping, deadline)) {
      rest = end_lingering(idle);
      if (rest != Rest::sleeping) {
        return rest == Rest::over;
      }
    }
  }
  return true;
}

bool Workers::begin_blocking() {
  WakeList wake_list;
  bool start = false;
  {
    const LockGuard guard(state.lock);
    ++blocked_;
    start = spares_ < blocked_;
    if (start) {
      ++spares_;
      ++looking_;
    } else {
      // A lingering spare worker is needed again.
      call_spare(wake_list);
    }
  }
  send(wake_list);
  if (start && !start_thread(spare_thread_main)) {
    const LockGuard guard(state.lock);
    --spares_;
    --looking_;
    --blocked_;
    return false;
  }
  return true;
}

void Workers::end_blocking() {
  WakeList wake_list;
  {
    const LockGuard guard(state.lock);
    --blocked_;
    // A spare worker that sleeps without a time limit should linger instead.
    call_spare(wake_list);
  }
  send(wake_list);
}

}  // namespace mux::host
