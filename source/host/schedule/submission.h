/// @file
/// One dispatch of a finalized command buffer: a copy of the plan's counters, and what to signal at
/// completion.
///
/// Submissions belong to the pool of their command buffer, which recycles them. From prepare()
/// until it is recycled, a submission holds a reference to its plan. A submission in flight holds a
/// reference to itself until it is complete, and every thread that works on it pins it with another
/// one. Threads pin a submission under the scheduler's lock, while it is in a list of the
/// scheduler, where it is only while incomplete; so a recycled submission cannot be pinned. The
/// thread that removes the last blocker of a submission may pin it without the lock, because the
/// submission cannot start before. The thread that drops the last reference recycles the
/// submission.
///
/// Threads: prepare() is for the dispatching thread; fail() for any thread that holds a pin or
/// reports a semaphore that the submission waits for; the counters as documented below.
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

/// A ready command, or the completion of a submission. Occupies one cache line, which the threads
/// that claim its tiles write to.
struct alignas(64) Job : ListNode<Job, DeviceReady>, ListNode<Job, SubmissionReady> {
  /// The next tile to claim; may exceed `tile_count`, as threads find no tile left. Relaxed: what a
  /// tile reads was released with the job, through the scheduler's lock or by the thread itself.
  Atomic<uint32_t> next_tile;
  /// Number of unfinished tiles. The thread that decrements it to 0 has acquired what all others
  /// released, and retires the command.
  Atomic<uint32_t> unfinished_tiles;
  uint32_t tile_count;
  /// Its index in the plan, or Submission::completion.
  uint32_t command;
  Submission *submission;
  /// Whether it calls code of the program, which only workers may do. Such a job is in the device's
  /// list of callbacks instead of the submission's list.
  bool calls_back;

  /// Whether it is in the lists of the scheduler, as long as it has tiles to claim.
  GuardedBySharedLock<bool> linked;
};

/// The start of a query, or of a command with a completion hook: the time, or the values that a
/// counter is computed from.
struct QueryState {
  uint64_t value;
  uint64_t divisor;
};

/// A range of a command's tiles in which one worker starts. On a cache line of its own, since
/// workers write to theirs concurrently.
struct alignas(64) Lane {
  /// Number of tiles taken; may exceed the lane's. Relaxed, as Job::next_tile.
  Atomic<uint32_t> taken;
};

/// Members are grouped by cache line. The dispatching thread writes what executing threads read,
/// and a recycled submission is in the cache of another core; so what every dispatch accesses is on
/// the first three lines.
class alignas(64) Submission : public ListNode<Submission, InFlight> {
 public:
  static constexpr uint32_t completion = UINT32_MAX;

  /// Arguments of muxDispatch().
  struct Request {
    Queue *queue;
    Fence *fence;
    void (*user_function)(mux_command_buffer_t command_buffer, mux_result_t error,
                          void *const user_data);
    void *user_data;
  };

  /// Common to all submissions of a command buffer.
  struct Source {
    SubmissionPool &pool;
    /// Passed to callbacks.
    mux_command_buffer_t command_buffer;
    Messages &messages;
  };

  /// Creates a submission with room for the plan's commands; NULL if an allocation fails.
  static Submission *create(const Source &source, const Plan &plan, const Allocator &allocator);
  static void destroy(const Allocator &allocator, Submission *submission);

  /// Resets the counters, copies the list of semaphores to signal and allocates nodes for
  /// `wait_length` others to wait for. Takes ownership of the caller's reference to the plan, even
  /// on failure. Returns false if an allocation fails.
  bool prepare(Plan &plan, const Request &request, uint32_t wait_length,
               const mux_semaphore_t *signal, uint32_t signal_length);
  /// Whether it was created for a plan at least as large.
  bool has_room_for(const Plan &plan) const {
    return plan.command_count() <= command_capacity_ &&
           plan.query_state_count() <= query_state_capacity_ && plan.lane_count() <= lane_capacity_;
  }
  /// Sets the completion hook. After prepare(), before the submission is published.
  void tell(const CompletionHook &completion);
  /// Leaves the tiles to the thread that waits for the submission, for a limited time
  /// (tuning::left_to_waiter_nanoseconds). After prepare(), before the submission is published.
  void leave_to_waiter();
  /// Whether no other thread is to be woken for it yet.
  bool is_left_to_waiter() const { return left_to_waiter_.load(std::memory_order_relaxed); }
  /// Ends leave_to_waiter(): other threads are woken from now on.
  void stop_leaving_to_waiter() { left_to_waiter_.store(false, std::memory_order_relaxed); }
  /// Ends leave_to_waiter() if its time limit has passed. Returns true to one thread only.
  bool ends_leaving_to_waiter();
  /// Drops the reference to the plan.
  void release_plan();

  /// The completion hook; NULL if none.
  const CompletionHook *completion_hook() const { return tells_ ? &completion_ : nullptr; }
  /// Stores the time of the first start of a command, if there is a completion hook. Called by the
  /// thread that runs the first tile of a command, before the tile.
  void note_start() {
    if (tells_ && started_.load(std::memory_order_relaxed) == 0) {
      note_first_start();
    }
  }
  /// Start time of the first command, for the thread that completes the submission; 0 if none
  /// started.
  uint64_t started() const { return started_.load(std::memory_order_relaxed); }

  /// Marks the submission as failed; the first failure's text is kept. Commands that have not
  /// started will not run.
  [[gnu::format(printf, 2, 3)]] void fail(const char *format, ...);
  /// The same for a command; prefixes the text with its index and kind.
  [[gnu::format(printf, 3, 4)]] void fail_command(const Command &command, const char *format, ...);
  bool failed() const { return failed_.load(std::memory_order_relaxed); }
  /// Text of the failure, for the thread that completes the submission.
  const char *message() const { return message_; }

  void pin() { references_.fetch_add(1, std::memory_order_relaxed); }
  /// Returns whether this was the last reference; the caller then recycles the submission. Releases
  /// this thread's accesses, acquires those of all others.
  bool unpin() { return references_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  /// Whether other threads work on it, or did recently. Relaxed.
  bool is_pinned() const { return references_.load(std::memory_order_relaxed) > 1; }

  /// Removes a blocker: a semaphore, or the dispatch itself. Returns whether it was the last; that
  /// caller has acquired what the others released, including failure texts, and makes the
  /// submission ready.
  bool unblock() { return blockers_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  void block() { blockers_.fetch_add(1, std::memory_order_relaxed); }

  /// Removes a pending predecessor of a command that has several. Returns whether it was the last;
  /// that caller has acquired the effects of all of them.
  bool release_command(uint32_t command) {
    return pending_[command].fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  /// Counts commands as retired. Returns whether they were the last; that caller has acquired the
  /// effects of all commands and completes the submission.
  bool retire_commands(uint32_t count) {
    return unretired_.fetch_sub(count, std::memory_order_acq_rel) == count;
  }
  /// Whether it failed before any of its commands started, because of a semaphore. For the thread
  /// that completes it.
  bool never_started() const { return unretired_.load(std::memory_order_relaxed) != 0; }

  /// Returns the job of a command that became ready, or of the completion, initialized.
  Job &ready_job(uint32_t command);
  /// Maps the claim with index `claimed` to a tile, a different one for each claim. A thread gets
  /// adjacent tiles, starting in lane `home`, as long as there are any.
  uint32_t tile_of_claim(const Job &job, uint32_t claimed, uint32_t home);
  /// Whether the command calls code of the program.
  bool calls_back(const Command &command) const;
  bool completion_calls_back() const;

  SubmissionPool &pool() const { return pool_; }
  mux_command_buffer_t command_buffer() const { return command_buffer_; }
  Messages &messages() const { return messages_; }
  Plan &plan() const { return *plan_; }
  const Request &request() const { return request_; }
  /// Counts for the counter queries, of the commands executed so far.
  Totals &totals() { return totals_; }
  /// For commands that begin and end queries, which the plan orders, and for the thread that runs
  /// the first tile of a command with a completion hook.
  QueryState &query_state(uint64_t index) { return query_states_[index]; }
  std::span<SemaphoreWaiter> waiters() { return {waiters_, wait_count_}; }
  std::span<Semaphore *> signals() { return {signals_, signal_count_}; }

  /// Position in dispatch order. Set before other threads see the submission.
  uint64_t serial = 0;
  /// Ready jobs that do not call back, for helping threads.
  GuardedBySharedLock<List<Job, SubmissionReady>> helpable;

  /// Links of the pool's lists: free submissions, and all.
  Submission *next_free = nullptr;
  Submission *next_owned = nullptr;

 private:
  friend class Allocator;

  Submission(const Source &source, const Allocator &allocator) noexcept;
  ~Submission() = default;

  void note_first_start();
  bool make_room(uint32_t wait_length, uint32_t signal_length);

  SubmissionPool &pool_;

  /// Second cache line.
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

  /// Third cache line. Most dispatches have no more semaphores than these.
  alignas(64) std::array<SemaphoreWaiter, 2> few_waiters_{};
  std::array<Semaphore *, 2> few_signals_{};

  /// Rarely written.
  alignas(64) mux_command_buffer_t command_buffer_;
  Messages &messages_;
  CompletionHook completion_{};
  Atomic<uint64_t> started_{0};
  /// Time limit of leave_to_waiter(), as monotonic_time().
  uint64_t end_of_leaving_to_waiter_ = 0;
  SemaphoreWaiter *waiters_ = nullptr;
  Semaphore **signals_ = nullptr;
  Array<SemaphoreWaiter> many_waiters_;
  Array<Semaphore *> many_signals_;
  uint32_t command_capacity_ = 0;
  uint32_t lane_capacity_ = 0;
  uint64_t query_state_capacity_ = 0;
  /// Counters of commands with several predecessors.
  Atomic<uint32_t> *pending_ = nullptr;
  /// One for each command of the plan, and one for the completion.
  Job *jobs_ = nullptr;
  QueryState *query_states_ = nullptr;
  Lane *lanes_ = nullptr;
  Totals totals_;
  char message_[256];
};

}  // namespace mux::host
