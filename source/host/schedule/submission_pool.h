/// @file
/// The submissions of a command buffer: those in flight, and free ones for reuse.
///
/// Any thread may take and recycle submissions. The owner must wait until the pool is idle before
/// it clears or destroys it.
#pragma once

#include <cstdint>

#include "host/schedule/messages.h"
#include "host/schedule/plan.h"
#include "host/schedule/submission.h"
#include "host/support/allocator.h"
#include "host/support/lock.h"
#include "host/support/use_count.h"

namespace mux::host {

/// Members that every dispatch accesses start on a cache line.
class alignas(64) SubmissionPool {
 public:
  /// A free submission, or NULL; and a free one that is too small for the plan, or NULL.
  struct Taken {
    Submission *submission;
    Submission *too_small;
  };

  SubmissionPool(mux_command_buffer_t command_buffer, Messages &messages,
                 const Allocator &allocator) noexcept
      : source_{*this, command_buffer, messages}, allocator_(allocator) {}
  /// Nothing may be in flight, unless this is a forked child, where the lock's state is
  /// meaningless.
  ~SubmissionPool() { clear(); }
  SubmissionPool(const SubmissionPool &) = delete;
  SubmissionPool &operator=(const SubmissionPool &) = delete;

  /// Takes a free submission for the plan. prepare() completes the operation without the lock.
  Taken take(const Plan &plan) MUX_REQUIRES(lock) {
    Submission *submission = free_;
    if (submission != nullptr) {
      free_ = submission->next_free;
      if (!submission->has_room_for(plan)) {
        disown(*submission);
        return {nullptr, submission};
      }
    }
    return {submission, nullptr};
  }
  /// Creates a submission if none was taken, and prepares it. Takes ownership of a reference to the
  /// plan. Returns NULL if an allocation fails.
  Submission *prepare(const Taken &taken, Plan &plan, const Submission::Request &request,
                      uint32_t wait_length, const mux_semaphore_t *signal_semaphores,
                      uint32_t signal_length) MUX_EXCLUDES(lock) {
    Submission *submission = taken.submission != nullptr ? taken.submission : make(taken, plan);
    if (submission == nullptr) {
      return nullptr;
    }
    in_use_.enter();
    if (!submission->prepare(plan, request, wait_length, signal_semaphores, signal_length)) {
      recycle(*submission);
      return nullptr;
    }
    return submission;
  }
  /// Recycles a submission without references. Afterwards the caller must access neither the pool
  /// nor the command buffer.
  void recycle(Submission &submission) MUX_EXCLUDES(lock);

  bool idle() const { return in_use_.unused(); }
  void wait_until_idle() { in_use_.wait_until_unused(); }
  /// Frees all submissions. Nothing may be in flight, unless this is a forked child.
  void clear() MUX_REQUIRES(lock);

  /// Guards the lists, and also the command buffer's current plan, since a dispatch takes both.
  Lock lock;

 private:
  /// Creates a submission for the plan, and frees the one that is too small. Releases the plan if
  /// an allocation fails.
  Submission *make(const Taken &taken, Plan &plan) MUX_EXCLUDES(lock);
  /// Removes a submission from the list of all submissions.
  void disown(Submission &submission) MUX_REQUIRES(lock);

  UseCount in_use_;
  /// All submissions, and the free ones.
  Submission *owned_ MUX_GUARDED_BY(lock) = nullptr;
  Submission *free_ MUX_GUARDED_BY(lock) = nullptr;
  Submission::Source source_;
  Allocator allocator_;
};

}  // namespace mux::host
