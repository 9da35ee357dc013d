#include "host/schedule/run_pool.h"

namespace mux::host {

Run *RunPool::make(const Taken &taken, Plan &plan) {
  if (taken.too_small != nullptr) {
    Run::destroy(allocator_, taken.too_small);
  }
  Run *run = Run::create(source_, plan, allocator_);
  if (run == nullptr) {
    plan.release();
    return nullptr;
  }
  const LockGuard guard(lock);
  run->next_owned = owned_;
  owned_ = run;
  return run;
}

void RunPool::disown(Run &run) {
  Run **link = &owned_;
  while (*link != &run) {
    link = &(*link)->next_owned;
  }
  *link = run.next_owned;
}

void RunPool::recycle(Run &run) {
  run.release_plan();
  {
    const LockGuard guard(lock);
    run.next_free = free_;
    free_ = &run;
  }
  // From here on the command buffer may be gone.
  in_use_.leave();
}

void RunPool::clear() {
  while (Run *run = owned_) {
    owned_ = run->next_owned;
    Run::destroy(allocator_, run);
  }
  free_ = nullptr;
}

}  // namespace mux::host
