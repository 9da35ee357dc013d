/// @file
/// The submissions of a command buffer: those in flight, and those that wait to be used again.
///
/// Any thread may take submissions and give them back. Its owner waits until it is idle before it
/// clears or destroys it.
#pragma once

#include <cstdint>

#include "host/schedule/messages.h"
#include "host/schedule/plan.h"
#include "host/schedule/submission.h"
#include "host/support/allocator.h"
#include "host/support/lock.h"
#include "host/support/use_count.h"

namespace mux::host {

/// What every dispatch touches begins on a cache line.
class alignas(64) SubmissionPool {
 public:
  /// A free submission, if there was one, and one that turned out to be too small for the plan.
  struct Taken {
    Submission *submission;
    Submission *too_small;
  };

  SubmissionPool(mux_command_buffer_t command_buffer, Messages &messages,
                 const Allocator &allocator) noexcept
      : source_{*this, command_buffer, messages}, allocator_(allocator) {}
  /// Nothing may be in flight, unless this is a forked child, where the lock means nothing.
  ~SubmissionPool() { clear(); }
  SubmissionPool(const SubmissionPool &) = delete;
  SubmissionPool &operator=(const SubmissionPool &) = delete;

  /// A submission for the plan; prepare() goes on without the lock.
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
  /// Makes the submission if there was none, and prepares it; takes over a reference to the plan.
  /// NULL if there is no memory.
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
  /// Takes back a submission that nobody holds any more. The last access of the caller to the pool,
  /// and to the command buffer.
  void recycle(Submission &submission) MUX_EXCLUDES(lock);

  bool idle() const { return in_use_.unused(); }
  void wait_until_idle() { in_use_.wait_until_unused(); }
  /// Frees all submissions; nothing may be in flight, unless this is a forked child.
  void clear() MUX_REQUIRES(lock);

  /// The lock of the lists; the current plan of the command buffer stands under it too, because a
  /// dispatch takes both.
  Lock lock;

 private:
  /// A submission for the plan in place of one that is too small. Takes over the reference to the
  /// plan if there is no memory.
  Submission *make(const Taken &taken, Plan &plan) MUX_EXCLUDES(lock);
  /// Takes a free submission out of the list of all submissions.
  void disown(Submission &submission) MUX_REQUIRES(lock);

  UseCount in_use_;
  /// All submissions, and those not in flight.
  Submission *owned_ MUX_GUARDED_BY(lock) = nullptr;
  Submission *free_ MUX_GUARDED_BY(lock) = nullptr;
  Submission::Source source_;
  Allocator allocator_;
};

}  // namespace mux::host
