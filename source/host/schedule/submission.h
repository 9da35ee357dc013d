/// @file
/// One dispatch of a finalized command buffer: the plan's counters, copied, and what to tell when
/// it is complete.
///
/// Submissions belong to the pool of their command buffer, which recycles them. From prepare()
/// until it is given back, a submission holds a reference to the plan it runs. A submission in
/// flight holds a reference to itself until it is complete; every thread that works on it pins it
/// with another one. A pin is taken under the scheduler's lock, while the submission is in a list
/// of the scheduler, and a submission is in such a list only while it is not complete: so nobody
/// can pin a submission that is gone. The thread that removes the last blocker of a submission may
/// pin it without the lock, because the submission starts only when it says so. Whoever drops the
/// last reference gives the submission back; after that, nothing touches it.
///
/// Who may call what: prepare() and start() the dispatching thread; fail() any thread that holds a
/// pin or stands for a semaphore the submission waits for; the counters as said beside them.
#pragma once

#include <mux/mux.h>

#include <array>
#include <cstdint>
#include <span>

#include "host/counters/measurement.h"
#include "host/schedule/fence.h"
#include "host/schedule/messages.h"
#include "host/schedule/plan.h"
#include "host/schedule/semaphore.h"
#include "host/schedule/shared_state.h"
#include "host/support/allocator.h"
#include "host/support/atomic.h"
#include "host/support/list.h"

namespace mux::host {

class Queue;
class SubmissionPool;

struct InFlight;

/// A command that is ready to run, or the completion of a submission. One cache line, because the
/// threads that claim its tiles write to it.
struct alignas(64) Job : ListNode<Job, DeviceReady>, ListNode<Job, SubmissionReady> {
  /// The next tile to claim; grows past the last one as threads find nothing left. Claims order
  /// nothing: what a tile reads was released with the job, through the scheduler's lock or by the
  /// thread itself.
  Atomic<uint32_t> next_tile;
  /// Tiles that are not finished. Whoever takes it to 0 has acquired what all the others released
  /// and retires the command.
  Atomic<uint32_t> unfinished_tiles;
  uint32_t tile_count;
  /// Its index in the plan, or Submission::completion.
  uint32_t command;
  Submission *submission;
  /// Runs code of the user's, so only workers may run it. Such jobs stand in a list of the
  /// scheduler's instead of the submission's.
  bool calls_back;

  /// Whether it is in the lists of the scheduler, as it is while it has tiles to claim.
  UnderSharedLock<bool> linked;
};

/// What a submission notes when a query begins, or a command whose start is to be told: the time,
/// or the values that a counter is made of.
struct QueryState {
  uint64_t value;
  uint64_t divisor;
};

/// A part of a command's tiles that one worker begins with. A cache line, because workers write to
/// theirs at the same time.
struct alignas(64) Lane {
  /// Tiles taken; grows past the last. Orders nothing, as Job::next_tile.
  Atomic<uint32_t> taken;
};

/// The thread that dispatches writes what the threads that run it read, and a recycled submission
/// comes from the cache of another core: what every dispatch touches stands on the first three
/// cache lines.
class alignas(64) Submission : public ListNode<Submission, InFlight> {
 public:
  static constexpr uint32_t completion = UINT32_MAX;

  /// What muxDispatch() was given.
  struct Request {
    Queue *queue;
    Fence *fence;
    void (*user_function)(mux_command_buffer_t command_buffer, mux_result_t error,
                          void *const user_data);
    void *user_data;
  };

  /// What all submissions of a command buffer have in common.
  struct Source {
    SubmissionPool &pool;
    /// For callbacks.
    mux_command_buffer_t command_buffer;
    Messages &messages;
  };

  /// A submission for this plan and others of the same commands; NULL if there is no memory.
  static Submission *create(const Source &source, const Plan &plan, const Allocator &allocator);
  static void destroy(const Allocator &allocator, Submission *submission);

  /// Resets the counters, copies the list of semaphores to signal and makes room for waiting on
  /// `wait_length` others. Takes over the caller's reference to the plan, in any case. Returns
  /// false if there is no memory.
  bool prepare(Plan &plan, const Request &request, uint32_t wait_length,
               const mux_semaphore_t *signal, uint32_t signal_length);
  /// Whether it was made for a plan at least as large.
  bool has_room_for(const Plan &plan) const {
    return plan.command_count() <= command_capacity_ &&
           plan.query_state_count() <= query_state_capacity_ && plan.lane_count() <= lane_capacity_;
  }
  /// Has the program told of its end. After prepare(), before others see it.
  void tell(const CompletionHook &completion);
  /// Whoever waits for it does what it can alone, for a while. After prepare(), before others see
  /// it.
  void leave_to_waiter();
  /// Whether nobody is to be woken for it yet.
  bool is_left_to_waiter() const { return left_to_waiter_.load(std::memory_order_relaxed); }
  /// Others are called from now on.
  void stop_leaving_to_waiter() { left_to_waiter_.store(false, std::memory_order_relaxed); }
  /// Whether that is over now: true for one thread that asks after a while.
  bool ends_leaving_to_waiter();
  /// Lets go of the plan.
  void release_plan();

  /// Whom to tell of its end; NULL for nobody.
  const CompletionHook *completion_hook() const { return tells_ ? &completion_ : nullptr; }
  /// Notes the time, if that is to be told and no command has started before. For the thread that
  /// runs the first tile of a command, before that.
  void note_start() {
    if (tells_ && started_.load(std::memory_order_relaxed) == 0) {
      note_first_start();
    }
  }
  /// When the first command started, for the thread that completes the submission; 0 if none did.
  uint64_t started() const { return started_.load(std::memory_order_relaxed); }

  /// Marks the submission failed, unless it is already; the first text is kept. Commands that have
  /// not started will not run.
  [[gnu::format(printf, 2, 3)]] void fail(const char *format, ...);
  /// The same for a command that failed; the text begins with its index and kind.
  [[gnu::format(printf, 3, 4)]] void fail_command(const Command &command, const char *format, ...);
  bool failed() const { return failed_.load(std::memory_order_relaxed); }
  /// The text of the failure, for the thread that completes the submission.
  const char *message() const { return message_; }

  void pin() { references_.fetch_add(1, std::memory_order_relaxed); }
  /// Returns whether this was the last reference; then the submission goes back to its pool.
  /// Releases what this thread did to the submission, acquires what all others did.
  bool unpin() { return references_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  /// Whether threads work on it, or did a moment ago. Orders nothing.
  bool attended() const { return references_.load(std::memory_order_relaxed) > 1; }

  /// One semaphore less to wait for, or the dispatch itself done with its list of them. Returns
  /// whether it was the last; that caller has acquired what the others released, the texts of
  /// failures included, and makes the submission ready.
  bool unblock() { return blockers_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  void block() { blockers_.fetch_add(1, std::memory_order_relaxed); }

  /// One predecessor less of a command that has several. Returns whether it was the last; that
  /// caller has acquired the effects of all of them.
  bool release_command(uint32_t command) {
    return pending_[command].fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  /// So many commands less to retire. Returns whether they were the last; that caller has acquired
  /// the effects of all commands and completes the submission.
  bool retire_commands(uint32_t count) {
    return unretired_.fetch_sub(count, std::memory_order_acq_rel) == count;
  }
  /// Whether it has commands and is complete without having started one, because what it waited for
  /// failed. For the thread that completes it.
  bool never_started() const { return unretired_.load(std::memory_order_relaxed) != 0; }

  /// The job of a command that became ready, or of the completion, reset.
  Job &ready_job(uint32_t command);
  /// The tile that the claim of index `claimed` of a job stands for. Each claim gets another one; a
  /// thread gets neighbors, from the lane of its home on, as long as there are any.
  uint32_t tile_of_claim(const Job &job, uint32_t claimed, uint32_t home);
  /// Whether code of the user's runs in it.
  bool calls_back(const Command &command) const;
  bool completion_calls_back() const;

  SubmissionPool &pool() const { return pool_; }
  mux_command_buffer_t command_buffer() const { return command_buffer_; }
  Messages &messages() const { return messages_; }
  Plan &plan() const { return *plan_; }
  const Request &request() const { return request_; }
  /// What the commands did so far, as far as counter queries want to know.
  Totals &totals() { return totals_; }
  /// For the commands that begin and end queries, which the plan orders, and for the thread that
  /// runs the first tile of a command whose start is to be told.
  QueryState &query_state(uint64_t index) { return query_states_[index]; }
  std::span<SemaphoreWaiter> waiters() { return {waiters_, wait_count_}; }
  std::span<Semaphore *> signals() { return {signals_, signal_count_}; }

  /// Its position in the order of dispatches. Set when it is dispatched, before others see it.
  uint64_t serial = 0;
  /// The ready jobs that call nobody back, for threads that help.
  UnderSharedLock<List<Job, SubmissionReady>> helpable;

  /// Links of the pool: its submissions that are free, and all.
  Submission *next_free = nullptr;
  Submission *next_owned = nullptr;

 private:
  friend class Allocator;

  Submission(const Source &source, const Allocator &allocator) noexcept;
  ~Submission() = default;

  void note_first_start();
  bool make_room(uint32_t wait_length, uint32_t signal_length);

  SubmissionPool &pool_;

  /// The second cache line.
  alignas(64) Plan *plan_ = nullptr;
  Request request_{};
  Atomic<uint32_t> references_{0};
  Atomic<uint32_t> blockers_{0};
  Atomic<uint32_t> unretired_{0};
  Atomic<bool> failed_{false};
  bool tells_ = false;
  Atomic<bool> left_to_waiter_{false};
  uint32_t wait_count_ = 0;
  uint32_t signal_count_ = 0;

  /// The third: most dispatches have no more semaphores than this.
  alignas(64) std::array<SemaphoreWaiter, 2> few_waiters_{};
  std::array<Semaphore *, 2> few_signals_{};

  /// What few dispatches change.
  alignas(64) mux_command_buffer_t command_buffer_;
  Messages &messages_;
  CompletionHook completion_{};
  Atomic<uint64_t> started_{0};
  /// When others are called for what whoever waits has left, in monotonic time.
  uint64_t end_of_leaving_to_waiter_ = 0;
  SemaphoreWaiter *waiters_ = nullptr;
  Semaphore **signals_ = nullptr;
  Array<SemaphoreWaiter> many_waiters_;
  Array<Semaphore *> many_signals_;
  uint32_t command_capacity_ = 0;
  uint32_t lane_capacity_ = 0;
  uint64_t query_state_capacity_ = 0;
  /// For the commands that wait for more than one.
  Atomic<uint32_t> *pending_ = nullptr;
  /// One for each command of the plan and one for the completion.
  Job *jobs_ = nullptr;
  QueryState *query_states_ = nullptr;
  Lane *lanes_ = nullptr;
  Totals totals_;
  char message_[256];
};

}  // namespace mux::host
