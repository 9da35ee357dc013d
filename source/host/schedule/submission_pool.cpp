#include "host/schedule/submission_pool.h"

namespace mux::host {

Submission *SubmissionPool::make(const Taken &taken, Plan &plan) {
  if (taken.too_small != nullptr) {
    Submission::destroy(allocator_, taken.too_small);
  }
  Submission *submission = Submission::create(source_, plan, allocator_);
  if (submission == nullptr) {
    plan.release();
    return nullptr;
  }
  const LockGuard guard(lock);
  submission->next_owned = owned_;
  owned_ = submission;
  return submission;
}

void SubmissionPool::disown(Submission &submission) {
  Submission **link = &owned_;
  while (*link != &submission) {
    link = &(*link)->next_owned;
  }
  *link = submission.next_owned;
}

void SubmissionPool::recycle(Submission &submission) {
  submission.release_plan();
  {
    const LockGuard guard(lock);
    submission.next_free = free_;
    free_ = &submission;
  }
  // From here on the command buffer may be destroyed.
  in_use_.leave();
}

void SubmissionPool::clear() {
  while (Submission *submission = owned_) {
    owned_ = submission->next_owned;
    Submission::destroy(allocator_, submission);
  }
  free_ = nullptr;
}

}  // namespace mux::host
